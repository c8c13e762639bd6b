-- one row per subject and member in another currency than the portfolio's,
-- and day on which one of its amounts is converted
with
foreign_members as (
    select members.*
    from members
    where members.currency <> members.subject_currency
),

bookings as (
    select
        trades.account_id,
        trades.closed_at as booked_at,
        true as is_event,
    from trades
    semi join foreign_members using (account_id)
    union all
    select cash_flows.account_id, cash_flows."at", true
    from cash_flows
    semi join foreign_members using (account_id)
    where cash_flows.kind <> 'credit'
    union all
    select equity.account_id, equity."at", false
    from equity
    semi join foreign_members using (account_id)
),

dated as (
    select
        foreign_members.*,
        bookings.booked_at::date as day,
        bookings.is_event,
    from bookings
    inner join foreign_members using (account_id)
    union all
    select foreign_members.*, positions.reported_at::date, false
    from positions
    inner join foreign_members using (account_id)
    union all
    select foreign_members.*, foreign_members.cut_at::date, true
    from foreign_members
    where foreign_members.cut_at is not null
)

select
    dated.subject_no,
    dated.account_id,
    dated.currency,
    dated.subject_currency,
    dated.day,
    bool_or(dated.is_event) as has_event,
from dated
group by all
