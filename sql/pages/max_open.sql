-- one row per subject: most trades and lots open at the same time, and
-- the margin that they bound
select
    selection.subject_id,
    case when computed_exposure.trades is not null then {
        max: computed_exposure.trades.max, "at": computed_exposure.trades."at"
    } end as trades,
    case when computed_exposure.lots is not null then {
        max: computed_exposure.lots.max, "at": computed_exposure.lots."at"
    } end as lots,
    computed_exposure.margin,
from selection
inner join computed_exposure using (subject_id)
