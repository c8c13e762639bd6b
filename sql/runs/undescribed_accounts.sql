-- one row per account with data but no row in `accounts`. Without its currency
-- nothing can be computed. Trades are only looked for if an account with a number has no such row.
with
named as (
    select account_numbers.account_id
    from account_numbers
    anti join accounts using (account_id)
    where exists (
        from trades
        where trades.account_no = account_numbers.account_no
    )
        or exists (
            from equity
            where equity.account_no = account_numbers.account_no
        )
    union
    select cash_flows.account_id from cash_flows
    union
    select positions.account_id from positions
    union
    select printed_figures.account_id from printed_figures
)

select named.account_id
from named
anti join accounts using (account_id)
where not starts_with(named.account_id, 'portfolio:')
order by named.account_id
