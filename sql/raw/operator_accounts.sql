-- one row per account that the operator's own files have rows of
create table if not exists operator_accounts (
    account_id varchar not null
);
comment on table operator_accounts is 'Accounts that the operator''s files have rows of; what their owners send is refused unless the registry allows it.';
comment on column operator_accounts.account_id is 'Internal id of the account.';
