-- one row per subject with closed trades: its last 50, oldest first
with
recent as (
    select
        history.subject_no,
        list_reverse(max_by(
            {
                closed_at: history.happened_at,
                opened_at: history.opened_at,
                amount_minor: history.amount_minor
            },
            history.event_no,
            50
        )) as newest_last,
    from history
    where history.is_trade
    group by history.subject_no
)

select
    recent.subject_no,
    list_transform(
        recent.newest_last,
        lambda trade: {
            closed_at: utc_iso(trade.closed_at),
            duration: seconds_between(trade.opened_at, trade.closed_at),
            net_profit: money(trade.amount_minor, capital.unit)
        }
    ) as recent_trades_duration,
from recent
inner join capital using (subject_no)
