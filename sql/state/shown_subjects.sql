-- one row per account or portfolio that strangers may read
create table if not exists shown_subjects (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    history_cut_at date,
    created_at timestamp,
    hidden varchar[] not null
);
comment on table shown_subjects is 'Published accounts and portfolios, as the registry knew them at the last run, one row per slug. The shared views use it.';
comment on column shown_subjects.slug is 'Slug, the last part of the public address.';
comment on column shown_subjects.type is 'account or portfolio.';
comment on column shown_subjects.subject_id is 'Subject with the shown figures: the account_id, portfolio: and the slug, or empty if there are no figures yet.';
comment on column shown_subjects.history_cut_at is 'First day in the shown figures, UTC; null without a cut.';
comment on column shown_subjects.created_at is 'Time at which it was registered, UTC.';
comment on column shown_subjects.hidden is 'Names of hidden sections and fields; for a portfolio also those that its members hide.';
