-- one row per account or portfolio that statistics are computed for
create table if not exists subjects (
    subject_id varchar not null,
    type varchar not null,
    slug varchar,
    currency varchar,
    created_at timestamp
);
comment on table subjects is 'Accounts and portfolios that statistics are computed for, as the registry knew them at the last run, one row per subject_id.';
comment on column subjects.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column subjects.type is 'account or portfolio.';
comment on column subjects.slug is 'Public address; null for an account that is not registered.';
comment on column subjects.currency is 'Currency its figures are in.';
comment on column subjects.created_at is 'When a portfolio was created, UTC.';
