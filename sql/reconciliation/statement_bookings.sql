-- one row per statement and booking up to its printed time, without credit, in
-- the order in which bookings count
with
bookings as (
    select
        trades.account_id,
        trades.closed_at as happened_at,
        3::tinyint as rank,
        trades.opened_at,
        trades.ticket as id,
        'trade' as kind,
        trades.profit + trades.commission + trades.swap as amount,
        trades.profit,
        trades.commission,
        trades.opening_commission,
        trades.swap,
        trades.side,
        trades.volume,
        starts_with(lower(trades.comment), 'summary trade result')
            as is_archived,
    from trades
    where trades.account_no in (select statements.account_no from statements)
    union all by name
    select
        cash_flows.account_id,
        cash_flows."at" as happened_at,
        case
            when cash_flows.kind = 'adjustment' then 2
            when cash_flows.amount >= 0 then 1
            else 4
        end as rank,
        cash_flows."at" as opened_at,
        cash_flows.id,
        cash_flows.kind,
        cash_flows.amount,
    from cash_flows
    semi join statements using (account_id)
    where cash_flows.kind <> 'credit'
)

select
    statements.statement,
    statements.prints_results,
    bookings.*,
    statements.covered_from is null
    or bookings.happened_at >= statements.covered_from as is_covered,
    row_number() over so_far as booking_no,
    case when statements.is_capital_known then statements.capital end
    + sum(bookings.amount) over so_far - bookings.amount as balance_before,
from bookings
inner join statements
    on bookings.account_id = statements.account_id
    and bookings.happened_at <= statements.printed_at
window so_far as (
    partition by bookings.account_id, statements.statement
    order by
        bookings.happened_at,
        bookings.rank,
        bookings.opened_at,
        bookings.id
    rows unbounded preceding
)
