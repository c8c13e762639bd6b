-- one row per account whose owner removed older history
create table if not exists history_cuts (
    account_id varchar not null,
    history_cut_at date not null
);
comment on table history_cuts is 'Days before which an account''s history does not count.';
comment on column history_cuts.account_id is 'Internal id of the account.';
comment on column history_cuts.history_cut_at is 'First day that counts, UTC.';
