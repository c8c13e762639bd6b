-- one row per subject and event that moves its capital, numbered in order:
-- by time, then capital that joins a portfolio, deposit, adjustment, trade,
-- withdrawal
with
bookings as (
    select
        subject_trades.subject_no,
        subject_trades.closed_at as happened_at,
        3::tinyint as rank,
        subject_trades.opened_at,
        subject_trades.ticket as id,
        subject_trades.member_no,
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
        subject_flows.member_no,
        subject_flows.amount_minor,
    from subject_flows
    union all
    select
        joinings.subject_no,
        joinings.joined_at,
        0,
        joinings.joined_at,
        '',
        joinings.member_no,
        to_minor(
            starting_capital.amount, starting_capital.rate, money_units.unit
        ) as joined_minor,
    from joinings
    inner join starting_capital using (subject_no, account_id)
    inner join money_units using (subject_no)
    where joined_minor <> 0
)

select
    bookings.subject_no,
    bookings.happened_at,
    bookings.opened_at,
    bookings.rank = 3 as is_trade,
    bookings.rank in (2, 3) as is_result,
    bookings.amount_minor,
    row_number() over so_far as event_no,
    sum(bookings.amount_minor) over so_far as total_minor,
    sum(case when bookings.rank in (2, 3) then bookings.amount_minor else 0 end)
        over so_far as net_so_far_minor,
from bookings
window so_far as (
    partition by bookings.subject_no
    order by
        bookings.happened_at,
        bookings.rank,
        bookings.opened_at,
        bookings.id,
        bookings.member_no
    rows unbounded preceding
)
