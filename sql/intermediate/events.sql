-- one row per subject and event that moves its capital, numbered in order:
-- by time, then deposit, adjustment, trade, withdrawal
with
bookings as (
    select
        subject_trades.subject_no,
        subject_trades.closed_at as happened_at,
        3 as rank,
        subject_trades.opened_at,
        subject_trades.ticket as id,
        subject_trades.account_id,
        'trade' as kind,
        subject_trades.net_minor as amount_minor,
    from subject_trades
    union all
    select
        subject_flows.subject_no,
        subject_flows."at",
        case
            when subject_flows.kind = 'adjustment' then 2
            when subject_flows.amount_minor >= 0 then 1
            else 4
        end,
        subject_flows."at",
        subject_flows.id,
        subject_flows.account_id,
        subject_flows.kind,
        subject_flows.amount_minor,
    from subject_flows
)

select
    bookings.subject_no,
    bookings.happened_at,
    bookings.opened_at,
    bookings.kind,
    bookings.amount_minor,
    row_number() over in_order as event_no,
from bookings
window in_order as (
    partition by bookings.subject_no
    order by
        bookings.happened_at,
        bookings.rank,
        bookings.opened_at,
        bookings.id,
        bookings.account_id
)
