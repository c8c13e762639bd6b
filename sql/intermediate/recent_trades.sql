-- one row per subject with closed trades: its last 50, oldest first
with
recent as (
    select
        subject_trades.subject_no,
        list_reverse(min_by(
            {
                closed_at: subject_trades.closed_at,
                opened_at: subject_trades.opened_at,
                amount_minor: subject_trades.net_minor
            },
            subject_trades.rowid,
            50
        )) as newest_last,
    from subject_trades
    group by subject_trades.subject_no
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
