-- one row per account with waiting deliveries, and one row without an account for all others
create table if not exists delivery_progress (
    source varchar not null,
    account_id varchar not null,
    number bigint not null
);
comment on table delivery_progress is 'Number of the newest loaded delivery. An account whose later deliveries wait has its own row.';
comment on column delivery_progress.source is 'Mark of the cut up to which deliveries are loaded.';
comment on column delivery_progress.account_id is 'Internal id of the account; empty for all accounts without their own row.';
comment on column delivery_progress.number is 'Number of the newest loaded delivery.';
