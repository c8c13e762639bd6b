-- one row per account whose deliveries wait, and one with no account for all others
create table if not exists delivery_progress (
    source varchar not null,
    account_id varchar not null,
    number bigint not null
);
comment on table delivery_progress is 'How far deliveries are loaded: the number of the newest, and of accounts whose later ones wait, their own.';
comment on column delivery_progress.source is 'Database of deliveries that gave the number.';
comment on column delivery_progress.account_id is 'Internal id of the account; empty: all accounts without a row of their own.';
comment on column delivery_progress.number is 'Number of the newest delivery that is loaded.';
