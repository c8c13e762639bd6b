-- one row per account_id and statement, as rows of the source table `accounts`
-- are loaded
create table if not exists account_reports (
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
    statement varchar
);
comment on table account_reports is 'What each statement says of its account, one row per account_id and statement; the table accounts is made of them.';
comment on column account_reports.account_id is 'Internal composite id; never leaves the warehouse.';
comment on column account_reports.platform is 'MT4, MT5, cTrader or TradeLocker.';
comment on column account_reports.currency is 'Deposit currency; every amount of the report is in it.';
comment on column account_reports.broker is 'Name of the broker.';
comment on column account_reports.server is 'Name of the broker''s trade server.';
comment on column account_reports.leverage is 'Leverage: 100 stands for 1:100.';
comment on column account_reports.demo is 'True for a demo account; null where the report does not say.';
comment on column account_reports.created_at is 'When the report begins, UTC.';
comment on column account_reports.updated_at is 'When the report ends, UTC.';
comment on column account_reports.opening_balance is 'Capital before its first event; null when unknown.';
comment on column account_reports.reported_balance is 'Balance as the report prints it, for reconciliation.';
comment on column account_reports.data_source is 'How the facts came: statement_file, terminal or owner_api; null for files of the operator''s own.';
comment on column account_reports.contradicted is 'What the rows of the imported file contradict each other in, such as the balance beside each deal; null where they do not.';
comment on column account_reports.statement is 'Tells this report of the account from others; imports take a fingerprint of the file. Null in the one row that belongs to no statement.';
