-- one row per account_id, ticket and source, if a better source has the same
-- ticket
create table if not exists overruled_trades (
    account_id varchar not null,
    ticket varchar not null,
    symbol varchar not null,
    side varchar not null,
    volume decimal(18, 8) not null,
    open_price double not null,
    close_price double not null,
    stop_loss double,
    take_profit double,
    opened_at timestamp not null,
    closed_at timestamp not null,
    profit decimal(28, 8) not null,
    commission decimal(28, 8) not null,
    swap decimal(28, 8) not null,
    comment varchar,
    magic_number decimal(20, 0),
    opening_commission decimal(28, 8),
    mae decimal(28, 8),
    mfe decimal(28, 8),
    stops_known boolean not null,
    source varchar not null,
    delivery varchar not null,
    first_source varchar not null,
    first_delivery varchar not null,
    came_late boolean not null
);
comment on table overruled_trades is 'Newest values of a trade from each source that a better source overrules, one row per account_id, ticket and source.';
comment on column overruled_trades.account_id is 'Internal id of the account.';
comment on column overruled_trades.ticket is 'The broker''s identifier of the trade, as text.';
comment on column overruled_trades.symbol is 'Name of the instrument at the broker.';
comment on column overruled_trades.side is 'buy or sell.';
comment on column overruled_trades.volume is 'Size in lots.';
comment on column overruled_trades.open_price is 'Opening price.';
comment on column overruled_trades.close_price is 'Closing price.';
comment on column overruled_trades.stop_loss is 'Stop loss price; null without one.';
comment on column overruled_trades.take_profit is 'Take profit price; null without one.';
comment on column overruled_trades.opened_at is 'Opening time, UTC.';
comment on column overruled_trades.closed_at is 'Closing time, UTC.';
comment on column overruled_trades.profit is 'Profit before commission and swap, in the account''s currency.';
comment on column overruled_trades.commission is 'Commission; negative if charged.';
comment on column overruled_trades.swap is 'Overnight financing; negative if charged.';
comment on column overruled_trades.comment is 'Order comment; null if empty.';
comment on column overruled_trades.magic_number is 'Number of the expert advisor, up to 2^64 - 1; null or 0 for manual trades.';
comment on column overruled_trades.opening_commission is 'Part of the commission that was charged at opening; null if unknown.';
comment on column overruled_trades.mae is 'Worst floating result while the trade was open, in money and without costs; null if unknown.';
comment on column overruled_trades.mfe is 'Best floating result while the trade was open, in money and without costs; null if unknown.';
comment on column overruled_trades.stops_known is 'True if its file or connection has a place for stops, so that an empty stop means there was none.';
comment on column overruled_trades.source is 'Source of the values: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column overruled_trades.delivery is 'Delivery with these values: its receipt, or the id of the run that loaded the operator''s files.';
comment on column overruled_trades.first_source is 'Source that brought the row first.';
comment on column overruled_trades.first_delivery is 'Delivery that brought the row first.';
comment on column overruled_trades.came_late is 'True if an owner''s source brought it, changed its net result, or moved its closing, more than 72 hours after it closed.';
