-- one row per subject and restatement of its published and closed days
create table if not exists restatements (
    subject_id varchar not null,
    row_no bigint not null,
    found_at timestamptz not null,
    version bigint not null,
    kind varchar not null,
    days struct("of" varchar[], first_day date, days_affected bigint)[] not null,
    profit_before double,
    profit_after double,
    twr_before double,
    twr_after double
);
comment on table restatements is 'What of published and closed days turned out otherwise afterwards, one row per subject_id and row_no.';
comment on column restatements.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column restatements.row_no is 'Place among those of the subject, newest first: 1 and up.';
comment on column restatements.found_at is 'When a run found it.';
comment on column restatements.version is 'Number of the version that shows it first.';
comment on column restatements.kind is 'What happened to facts of closed days: added, removed, changed, cut, or definition where the facts are the same.';
comment on column restatements.days is 'What was restated on the days, each day in one entry: of what, the first of them, UTC, and how many; null where it is of none, or the history was cut then or later.';
comment on column restatements.profit_before is 'Net profit as it was published before; null where the history was cut then or later.';
comment on column restatements.profit_after is 'The same since, up to the newest fact that was known then; null as before.';
comment on column restatements.twr_before is 'Time-weighted return in percent as it was published before; null where capital is unknown, too.';
comment on column restatements.twr_after is 'The same since, up to the newest fact that was known then; null as before.';
