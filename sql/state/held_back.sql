-- one row per account or portfolio that is left out of what is published
create table if not exists held_back (
    subject_id varchar not null,
    failed_check varchar not null,
    reason varchar not null,
    keeps_figures boolean not null,
    since timestamp not null
);
comment on table held_back is 'Accounts and portfolios whose newest facts are not published, because they fail a check, one row per subject_id; every run looks at them again.';
comment on column held_back.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column held_back.failed_check is 'File of sql/checks/ that found a fault; or statistics, missing_rates or member_held_back.';
comment on column held_back.reason is 'What the check found.';
comment on column held_back.keeps_figures is 'Whether earlier figures of it stay published.';
comment on column held_back.since is 'Run that held it back first, UTC.';
