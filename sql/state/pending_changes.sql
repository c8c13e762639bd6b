-- one row per loaded change that no published statistics contain yet
create table if not exists pending_changes (
    table_name varchar not null,
    account_id varchar
);
comment on table pending_changes is 'Loaded changes that no published statistics contain yet.';
comment on column pending_changes.table_name is 'accounts for data of an account, calendar_events for news near its trades, else symbols, fx_rates or prices.';
comment on column pending_changes.account_id is 'Account with changed data; null for symbols, fx_rates and prices.';
