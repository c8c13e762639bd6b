-- one row per reported open position: account_id, reported_at, ticket
create table if not exists positions (
    account_id varchar not null,
    ticket varchar not null,
    symbol varchar not null,
    side varchar not null,
    volume decimal(18, 8) not null,
    open_price double not null,
    stop_loss double,
    take_profit double,
    opened_at timestamp not null,
    profit decimal(28, 8) not null,
    commission decimal(28, 8) not null,
    swap decimal(28, 8) not null,
    comment varchar,
    magic_number decimal(20, 0),
    reported_at timestamp not null,
    data_source varchar not null
);
comment on table positions is 'Open positions as reported, one row per account_id, reported_at and ticket; the newest reported_at of an account counts.';
comment on column positions.account_id is 'Internal id of the account.';
comment on column positions.ticket is 'The broker''s identifier of the position, as text.';
comment on column positions.symbol is 'Name of the instrument at the broker.';
comment on column positions.side is 'buy or sell.';
comment on column positions.volume is 'Size in lots.';
comment on column positions.open_price is 'Opening price.';
comment on column positions.stop_loss is 'Stop loss price; null without one.';
comment on column positions.take_profit is 'Take profit price; null without one.';
comment on column positions.opened_at is 'Opening time, UTC.';
comment on column positions.profit is 'Floating profit before commission and swap.';
comment on column positions.commission is 'Commission; negative if charged.';
comment on column positions.swap is 'Overnight financing; negative if charged.';
comment on column positions.comment is 'Order comment; null if empty.';
comment on column positions.magic_number is 'Number of the expert advisor; null or 0 for manual trades.';
comment on column positions.reported_at is 'Time at which the platform reported the position, UTC.';
comment on column positions.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
