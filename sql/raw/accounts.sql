-- one row per account_id, combined from its rows in `account_reports`
create table if not exists accounts (
    account_id varchar not null,
    platform varchar not null,
    currency varchar not null,
    broker varchar,
    server varchar,
    leverage double,
    demo boolean,
    created_at timestamp not null,
    updated_at timestamp not null,
    opening_balance decimal(28, 8),
    reported_balance decimal(28, 8),
    data_source varchar,
    contradicted varchar,
    described_by varchar[] not null,
    is_read_from_broker boolean not null,
    deposits_unknown boolean not null
);
comment on table accounts is 'Trading accounts, one row per account_id: combined from account_reports whenever one of them arrives.';
comment on column accounts.account_id is 'Internal composite id; never leaves the warehouse.';
comment on column accounts.platform is 'MT4, MT5, cTrader or TradeLocker.';
comment on column accounts.currency is 'Deposit currency; every amount of the account is in it.';
comment on column accounts.broker is 'Name of the broker.';
comment on column accounts.server is 'Name of the broker''s trade server.';
comment on column accounts.leverage is 'Leverage, such as 100 for 1:100.';
comment on column accounts.demo is 'True for a demo account; null until detected.';
comment on column accounts.created_at is 'Time at which the account was first seen, UTC.';
comment on column accounts.updated_at is 'Time of the newest report of the account, UTC.';
comment on column accounts.opening_balance is 'Capital before the first known event; null if unknown.';
comment on column accounts.reported_balance is 'Balance as the platform prints it, for reconciliation.';
comment on column accounts.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column accounts.contradicted is 'Contradiction between rows of the imported file, such as a balance that does not fit the deals; null without one.';
comment on column accounts.described_by is 'Sources of the reports that these values come from.';
comment on column accounts.is_read_from_broker is 'True if a report, all trades and all bookings were read from the broker. Then rows of other sources do not count.';
comment on column accounts.deposits_unknown is 'True if its first report does not list all deposits and withdrawals, and nobody gave the capital; the opening balance is null then.';
