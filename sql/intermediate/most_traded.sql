-- one row per subject, dimension and key: the 200 keys with the most trades in
-- each dimension
with
ranked as (
    select
        breakdowns.subject_no,
        breakdowns.dimension,
        breakdowns.key,
        breakdowns.net_minor,
        breakdowns.entry,
        row_number() over most_traded as place,
    from breakdowns
    window most_traded as (
        partition by breakdowns.subject_no, breakdowns.dimension
        order by breakdowns.entry.total.trades desc, breakdowns.key
    )
)

select
    ranked.subject_no,
    ranked.dimension,
    ranked.key,
    ranked.net_minor,
    ranked.entry,
    ranked.place,
from ranked
where ranked.place <= 200
