-- one row per equity report: account_id, at
create table if not exists equity (
    account_id varchar not null,
    "at" timestamp not null,
    balance decimal(28, 8) not null,
    equity decimal(28, 8) not null,
    margin decimal(28, 8),
    data_source varchar not null,
    account_no integer not null
);
comment on table equity is 'Balance and equity as reported, one row per account_id and instant.';
comment on column equity.account_id is 'Internal id of the account.';
comment on column equity."at" is 'Time of the report, UTC.';
comment on column equity.balance is 'Balance from closed trades at that time.';
comment on column equity.equity is 'Balance plus floating profit at that time.';
comment on column equity.margin is 'Part of the equity that open positions bind as margin; null if unknown.';
comment on column equity.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
comment on column equity.account_no is 'Internal number of the account. Rows are sorted by it, so that the rows of an account are found quickly.';
