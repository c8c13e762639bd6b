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
    account_no integer not null
);
comment on table trades is 'Closed trades, one row per account_id and ticket.';
comment on column trades.account_id is 'Internal id of the account.';
comment on column trades.ticket is 'The broker''s identifier of the trade, as text.';
comment on column trades.symbol is 'Instrument as the broker names it.';
comment on column trades.side is 'buy or sell.';
comment on column trades.volume is 'Size in lots.';
comment on column trades.open_price is 'Opening price.';
comment on column trades.close_price is 'Closing price.';
comment on column trades.stop_loss is 'Stop loss price; null without one.';
comment on column trades.take_profit is 'Take profit price; null without one.';
comment on column trades.opened_at is 'When the trade was opened, UTC.';
comment on column trades.closed_at is 'When the trade was closed, UTC.';
comment on column trades.profit is 'Gross result before commission and swap, in the account''s currency.';
comment on column trades.commission is 'Commission; negative when charged.';
comment on column trades.swap is 'Overnight financing; negative when charged.';
comment on column trades.comment is 'Order comment; null when empty.';
comment on column trades.magic_number is 'Number of the expert advisor, up to 2^64 - 1; null or 0 for manual trades.';
comment on column trades.account_no is 'Number of the account, for the program alone: rows stand in order of it, so that those of some accounts are found without reading all.';
