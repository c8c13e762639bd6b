-- one row per account and source of bookings before the history cut: their sum, and whether one of
-- them is a deposit or withdrawal. These bookings are stored apart, and only this relation reads
-- them. If all trades were read from the broker, only its bookings count.
with
counted as (
    select distinct members.account_id, members.is_read_from_broker,
    from members
),

bookings as (
    select
        trades.account_id,
        trades.source,
        trades.profit + trades.commission + trades.swap as amount,
        false as is_flow,
    from archive.trades
    inner join counted using (account_id)
    where not counted.is_read_from_broker or trades.source = 'broker_api'
    union all
    select
        cash_flows.account_id,
        cash_flows.source,
        cash_flows.amount,
        cash_flows.kind = 'flow',
    from archive.cash_flows
    inner join counted using (account_id)
    where cash_flows.kind <> 'credit'
        and (not counted.is_read_from_broker or cash_flows.source = 'broker_api')
)

select
    bookings.account_id,
    bookings.source,
    sum(bookings.amount) as amount,
    bool_or(bookings.is_flow) as has_flow,
from bookings
group by bookings.account_id, bookings.source
