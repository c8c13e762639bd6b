-- one row per closed trade, with values derived from it and its instrument
create or replace view closed_trades as
select
    trades.* exclude (account_no),
    trades.profit + trades.commission + trades.swap as net_profit,
    accounts.currency,
    date_diff('microseconds', trades.opened_at, trades.closed_at) / 1000000
        as duration_seconds,
    instrument_by_name(trades.symbol) as instrument,
    round(
        1000000 * case trades.side when 'buy' then 1 else -1 end
        * (trades.close_price - trades.open_price)
        / case
            when of_server.pip_size is not null then of_server.pip_size
            when of_any_server.pip_size is not null
                then of_any_server.pip_size
            else pip_size_by_name(trades.symbol)
        end
    ) / 1000000 as pips,
from trades
inner join accounts using (account_id)
left join symbols as of_server
    on trades.symbol = of_server.symbol
    and accounts.server = of_server.server
left join symbols as of_any_server
    on trades.symbol = of_any_server.symbol
    and of_any_server.server is null;
comment on view closed_trades is 'For the operator, with internal ids: every closed trade as loaded, in the currency of its account, with derived values.';
comment on column closed_trades.net_profit is 'Profit after commission and swap.';
comment on column closed_trades.currency is 'Currency of the amounts.';
comment on column closed_trades.duration_seconds is 'Time from opening to closing, in seconds.';
comment on column closed_trades.instrument is 'Name of the instrument without the broker''s prefix and suffix.';
comment on column closed_trades.pips is 'Distance from opening to closing price in pips, positive for a gain; null if the pip size is unknown.';
