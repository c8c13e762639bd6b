-- one row per account that does not reconcile
create table if not exists unreconciled_accounts (
    account_id varchar not null,
    reported_balance double,
    balance double,
    gap double
);
comment on table unreconciled_accounts is 'Accounts that do not reconcile, for the warnings of runs. Read the view reconciliation instead.';
comment on column unreconciled_accounts.account_id is 'Internal id of the account.';
comment on column unreconciled_accounts.reported_balance is 'Balance that the platform reported; null if it reported none.';
comment on column unreconciled_accounts.balance is 'Balance by its trades, deposits and withdrawals at that time; null if its capital is unknown.';
comment on column unreconciled_accounts.gap is 'Computed minus reported balance; null without both.';
