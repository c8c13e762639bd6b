-- one row per instrument that a selected account traded, with a known pip size
with
instruments as (
    select distinct members.server, selected_trades.symbol
    from selected_trades
    inner join members using (account_no)
),

of_server as (
    select symbols.symbol, symbols.server, symbols.pip_size
    from symbols
    where symbols.server is not null
),

of_any_server as (
    select symbols.symbol, symbols.pip_size
    from symbols
    where symbols.server is null
)

select
    instruments.server,
    instruments.symbol,
    coalesce(
        of_server.pip_size,
        of_any_server.pip_size,
        pip_size_by_name(instruments.symbol)
    ) as pip_size,
from instruments
left join of_server
    on instruments.symbol = of_server.symbol
    and instruments.server = of_server.server
left join of_any_server on instruments.symbol = of_any_server.symbol
