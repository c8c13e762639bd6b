-- one row per subject and member: capital before the first event that counts
-- = opening balance + every booking before the history cut
with
bookings as (
    select
        members.subject_no,
        members.account_id,
        trades.closed_at as booked_at,
        trades.profit + trades.commission + trades.swap as amount,
        false as is_flow,
        members.cut_at,
    from trades
    inner join members using (account_id)
    where members.cut_at is not null and trades.closed_at < members.cut_at
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

first_events as (
    select
        kept.subject_no,
        kept.account_id,
        min(kept.day) as day,
    from (
        select member_trades.subject_no, member_trades.account_id,
            member_trades.closed_at::date as day
        from member_trades
        union all
        select member_flows.subject_no, member_flows.account_id,
            member_flows."at"::date
        from member_flows
    ) as kept
    inner join scope using (subject_no)
    where scope.type = 'portfolio'
    group by kept.subject_no, kept.account_id
),

openings as (
    select
        members.subject_no,
        members.account_id,
        members.currency,
        members.subject_currency,
        members.opening_balance is not null
            or coalesce(booked.has_flow, false) as is_known,
        case when members.opening_balance is null then 0::decimal(28, 8)
            else members.opening_balance end
        + case when booked.before_cut is null then 0::decimal(28, 8)
            else booked.before_cut::decimal(28, 8) end as amount,
        coalesce(members.cut_at::date, first_events.day, date '2100-01-01')
            as day,
    from members
    left join booked using (subject_no, account_id)
    left join first_events using (subject_no, account_id)
)

select openings.*, 1.0::double as rate
from openings
where openings.currency = openings.subject_currency
union all
select
    openings.*,
    case when openings.amount = 0 then 1 else exchange_rates.rate end,
from openings
asof left join exchange_rates
    on openings.currency = exchange_rates.base
    and openings.subject_currency = exchange_rates.quote
    and openings.day >= exchange_rates.date
where openings.currency <> openings.subject_currency
