-- one row per subject, member in another currency, and day on which one of its
-- amounts is converted
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
    semi join foreign_members
        on equity.account_id = foreign_members.account_id
        and (equity.data_source = 'broker_api')
        >= coalesce(foreign_members.is_read_from_broker, true)
),

dated as (
    select
        foreign_members.*,
        bookings.booked_at::date as day,
    from bookings
    inner join foreign_members using (account_id)
    union all
    select foreign_members.*, positions.reported_at::date
    from positions
    inner join foreign_members using (account_id)
    where not foreign_members.is_read_from_broker
        or positions.data_source = 'broker_api'
    union all
    select foreign_members.*, foreign_members.cut_at::date
    from foreign_members
    where foreign_members.cut_at is not null
    union all
    -- Capital that has not joined yet.
    select foreign_members.*, accounts.updated_at::date
    from foreign_members
    inner join accounts using (account_id)
    anti join (
        select bookings.account_id from bookings where bookings.is_event
    ) as eventful using (account_id)
    where foreign_members.cut_at is null
        and foreign_members.opening_balance <> 0
)

select distinct
    dated.subject_no,
    dated.account_id,
    dated.member_no,
    dated.currency,
    dated.subject_currency,
    dated.day,
from dated
