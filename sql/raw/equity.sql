-- one row per equity report: account_id, at
create table if not exists equity (
    account_id varchar not null,
    "at" timestamp not null,
    balance decimal(28, 8) not null,
    equity decimal(28, 8) not null,
    account_no integer not null
);
comment on table equity is 'Balance and equity as reported, one row per account_id and instant.';
comment on column equity.account_id is 'Internal id of the account.';
comment on column equity."at" is 'When the platform reported, UTC.';
comment on column equity.balance is 'Closed-trade balance then.';
comment on column equity.equity is 'Balance and floating result then.';
comment on column equity.account_no is 'Number of the account, for the program alone: rows stand in order of it, so that those of some accounts are found without reading all.';
