-- one row per account_id and statement, as loaded from the source table
-- `accounts`
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
    statement varchar,
    deposits_unknown boolean
);
comment on table account_reports is 'Values of an account in each statement, one row per account_id and statement; the table accounts combines them.';
comment on column account_reports.account_id is 'Internal composite id; never leaves the warehouse.';
comment on column account_reports.platform is 'MT4, MT5, cTrader or TradeLocker.';
comment on column account_reports.currency is 'Deposit currency; every amount of the report is in it.';
comment on column account_reports.broker is 'Name of the broker.';
comment on column account_reports.server is 'Name of the broker''s trade server.';
comment on column account_reports.leverage is 'Leverage, such as 100 for 1:100.';
comment on column account_reports.demo is 'True for a demo account; null if the report does not say.';
comment on column account_reports.created_at is 'Start of the report, UTC.';
comment on column account_reports.updated_at is 'End of the report, UTC.';
comment on column account_reports.opening_balance is 'Capital before its first event; null if unknown.';
comment on column account_reports.reported_balance is 'Balance as the report prints it, for reconciliation.';
comment on column account_reports.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column account_reports.contradicted is 'Contradiction between rows of the imported file, such as a balance that does not fit the deals; null without one.';
comment on column account_reports.statement is 'Identifier of the report within the account; imports use a fingerprint of the file. Null if the row comes from no statement.';
comment on column account_reports.deposits_unknown is 'True if the source does not list all deposits and withdrawals, so that it does not tell the capital; null if it does.';
