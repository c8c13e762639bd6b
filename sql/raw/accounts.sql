-- one row per account_id, made of all that `account_reports` has of it
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
    contradicted varchar
);
comment on table accounts is 'Trading accounts, one row per account_id: what account_reports say together, made anew when one of them comes.';
comment on column accounts.account_id is 'Internal composite id; never leaves the warehouse.';
comment on column accounts.platform is 'MT4, MT5, cTrader or TradeLocker.';
comment on column accounts.currency is 'Deposit currency; every amount of the account is in it.';
comment on column accounts.broker is 'Name of the broker.';
comment on column accounts.server is 'Name of the broker''s trade server.';
comment on column accounts.leverage is 'Leverage: 100 stands for 1:100.';
comment on column accounts.demo is 'True for a demo account; null until detected.';
comment on column accounts.created_at is 'When the account was first seen, UTC.';
comment on column accounts.updated_at is 'When the account last reported, UTC.';
comment on column accounts.opening_balance is 'Capital before the first known event; null when unknown.';
comment on column accounts.reported_balance is 'Balance as the platform prints it, for reconciliation.';
comment on column accounts.data_source is 'How the facts came: statement_file, terminal or owner_api; null for files of the operator''s own.';
comment on column accounts.contradicted is 'What the rows of the imported file contradict each other in, such as the balance beside each deal; null where they do not.';
