-- one row per account with data but no row in `accounts`. Without its currency
-- nothing can be computed. Reads all data.
with
named as (
    select distinct trades.account_id from trades
    union
    select distinct cash_flows.account_id from cash_flows
    union
    select distinct equity.account_id from equity
    union
    select distinct positions.account_id from positions
    union
    select distinct printed_figures.account_id from printed_figures
)

select named.account_id
from named
anti join accounts using (account_id)
where not starts_with(named.account_id, 'portfolio:')
order by named.account_id
