-- one row per account of which rows were left to another partition
create table if not exists others_accounts (
    account_id varchar not null
);
comment on table others_accounts is 'Accounts of which the sources or owners sent rows that another partition publishes. Empty without partitions.';
comment on column others_accounts.account_id is 'Internal id of the account.';
