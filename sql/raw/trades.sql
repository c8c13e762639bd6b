-- one row per closed trade: account_id, ticket
create table if not exists trades (
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
    came_late boolean not null,
    account_no integer not null
);
comment on table trades is 'Closed trades, one row per account_id and ticket.';
comment on column trades.account_id is 'Internal id of the account.';
comment on column trades.ticket is 'The broker''s identifier of the trade, as text.';
comment on column trades.symbol is 'Name of the instrument at the broker.';
comment on column trades.side is 'buy or sell.';
comment on column trades.volume is 'Size in lots.';
comment on column trades.open_price is 'Opening price.';
comment on column trades.close_price is 'Closing price.';
comment on column trades.stop_loss is 'Stop loss price; null without one.';
comment on column trades.take_profit is 'Take profit price; null without one.';
comment on column trades.opened_at is 'Opening time, UTC.';
comment on column trades.closed_at is 'Closing time, UTC.';
comment on column trades.profit is 'Profit before commission and swap, in the account''s currency.';
comment on column trades.commission is 'Commission; negative if charged.';
comment on column trades.swap is 'Overnight financing; negative if charged.';
comment on column trades.comment is 'Order comment; null if empty.';
comment on column trades.magic_number is 'Number of the expert advisor, up to 2^64 - 1; null or 0 for manual trades.';
comment on column trades.opening_commission is 'Part of the commission that was charged at opening; null if unknown.';
comment on column trades.mae is 'Worst floating result while the trade was open, in money and without costs; null if unknown.';
comment on column trades.mfe is 'Best floating result while the trade was open, in money and without costs; null if unknown.';
comment on column trades.stops_known is 'True if its file or connection has a place for stops, so that an empty stop means there was none.';
comment on column trades.account_no is 'Internal number of the account. Rows are sorted by it, so that the rows of an account are found quickly.';
comment on column trades.source is 'Source of the values: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column trades.delivery is 'Delivery with these values: its receipt, or the id of the run that loaded the operator''s files.';
comment on column trades.first_source is 'Source that brought the row first.';
comment on column trades.first_delivery is 'Delivery that brought the row first.';
comment on column trades.came_late is 'True if an owner''s source brought it, changed its net result, or moved its closing, more than 72 hours after it closed.';
