-- one row per subject and restatement of published days
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
comment on table restatements is 'Changes to days that were already published, one row per subject_id and row_no.';
comment on column restatements.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column restatements.row_no is 'Number within the subject, from 1, newest first.';
comment on column restatements.found_at is 'Time of the run that found it.';
comment on column restatements.version is 'Number of the first version that shows it.';
comment on column restatements.kind is 'Change to data of past days: added, removed, changed, cut; definition if the data is unchanged.';
comment on column restatements.days is 'Restated days, each in one entry: the kinds of data, the first day (UTC) and the number of days. Null if it concerns no day, or if the history was cut since.';
comment on column restatements.profit_before is 'Net profit published before; null if the history was cut since.';
comment on column restatements.profit_after is 'Net profit now, for the same time range; null like profit_before.';
comment on column restatements.twr_before is 'Time-weighted return published before, in percent; also null if capital is unknown.';
comment on column restatements.twr_after is 'Time-weighted return now, for the same time range; null like twr_before.';
