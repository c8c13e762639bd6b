-- one row per subject and member: capital before the first event that counts
-- = opening balance + every booking before the history cut
with
bookings as (
    select
        members.subject_no,
        members.account_id,
        scoped_trades.closed_at as booked_at,
        scoped_trades.profit + scoped_trades.commission
        + scoped_trades.swap as amount,
        false as is_flow,
        members.cut_at,
    from scoped_trades
    inner join members using (account_id)
    where scoped_trades.closed_at < members.cut_at
    union all
    select
        members.subject_no,
        members.account_id,
        cash_flows."at",
        cash_flows.amount,
        cash_flows.kind = 'flow',
        members.cut_at,
    from cash_flows
    inner join members using (account_id)
    where cash_flows.kind <> 'credit'
),

booked as (
    select
        bookings.subject_no,
        bookings.account_id,
        sum(bookings.amount) filter (bookings.booked_at < bookings.cut_at)
            as before_cut,
        bool_or(bookings.is_flow) as has_flow,
    from bookings
    group by bookings.subject_no, bookings.account_id
),

-- a member's capital is converted on the day of its cut, else of its first
-- event
first_days as (
    select
        foreign_days.subject_no,
        foreign_days.account_id,
        coalesce(
            min(foreign_days.day) filter (foreign_days.has_event),
            min(foreign_days.day)
        ) as day,
    from foreign_days
    group by foreign_days.subject_no, foreign_days.account_id
)

select
    members.subject_no,
    members.account_id,
    members.opening_balance is not null or coalesce(booked.has_flow, false)
        as is_known,
    case when members.opening_balance is null then 0::decimal(28, 8)
        else members.opening_balance end
    + case when booked.before_cut is null then 0::decimal(28, 8)
        else booked.before_cut::decimal(28, 8) end as amount,
    case when members.currency = members.subject_currency then 1.0
        else day_rates.rate end as rate,
from members
left join booked using (subject_no, account_id)
left join first_days using (subject_no, account_id)
left join day_rates
    on members.subject_no = day_rates.subject_no
    and members.account_id = day_rates.account_id
    and first_days.day = day_rates.day
