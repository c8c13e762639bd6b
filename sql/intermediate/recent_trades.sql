-- one row per subject with closed trades: its last 50, oldest first
with
recent as (
    select history.*
    from history
    where history.is_trade
    window newest_first as (
        partition by history.subject_no
        order by history.event_no desc
    )
    qualify row_number() over newest_first <= 50
)

select
    recent.subject_no,
    list(
        {
            closed_at: utc_iso(recent.happened_at),
            duration: seconds_between(recent.opened_at, recent.happened_at),
            net_profit: money(recent.amount_minor, capital.unit)
        }
        order by recent.event_no
    ) as recent_trades_duration,
from recent
inner join capital using (subject_no)
group by recent.subject_no
