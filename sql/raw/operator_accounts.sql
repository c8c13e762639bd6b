-- one row per account with rows in the operator's own files
create table if not exists operator_accounts (
    account_id varchar not null
);
comment on table operator_accounts is 'Accounts with rows in the operator''s files. Data from their owners is refused unless the registry allows it.';
comment on column operator_accounts.account_id is 'Internal id of the account.';
