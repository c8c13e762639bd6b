-- one row per account or portfolio that a stranger may read
create table if not exists shown_subjects (
    slug varchar not null,
    type varchar not null,
    subject_id varchar not null,
    history_cut_at date,
    created_at timestamp,
    hidden varchar[] not null
);
comment on table shown_subjects is 'Published accounts and portfolios, as the registry knew them at the last run, one row per slug; what the shared views are made by.';
comment on column shown_subjects.slug is 'Public address.';
comment on column shown_subjects.type is 'account or portfolio.';
comment on column shown_subjects.subject_id is 'Whose figures are shown: the account_id, portfolio: and the slug, or empty where there are none yet.';
comment on column shown_subjects.history_cut_at is 'First day that the shown figures count, UTC; null without a cut.';
comment on column shown_subjects.created_at is 'When it was entered in the registry, UTC.';
comment on column shown_subjects.hidden is 'What is not shown of it; of a portfolio also what its members hide.';
