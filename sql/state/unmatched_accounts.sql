-- one row per loaded account without an entry in the registry, and per entry
-- without data
create table if not exists unmatched_accounts (
    account_id varchar not null,
    slug varchar
);
comment on table unmatched_accounts is 'Loaded accounts that no entry of the registry names, and entries of accounts that were never loaded.';
comment on column unmatched_accounts.account_id is 'Internal id of the account.';
comment on column unmatched_accounts.slug is 'Slug of the entry without data. Null for a loaded account without an entry.';
