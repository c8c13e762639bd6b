-- one row per subject: the time-weighted return after each closed trade
with
series as (
    select
        history.subject_no,
        list(percent(history.twr_index - 1) order by history.event_no)
            as twr_trade_by_trade,
    from history
    where history.is_trade
    group by history.subject_no
)

select
    selection.subject_id,
    coalesce(series.twr_trade_by_trade, []) as twr_trade_by_trade,
from selection
left join series using (subject_no)
