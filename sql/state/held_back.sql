-- one row per account or portfolio that is held back from publication
create table if not exists held_back (
    subject_id varchar not null,
    failed_check varchar not null,
    reason varchar not null,
    reason_code varchar not null,
    reason_values varchar not null,
    keeps_figures boolean not null,
    since timestamp not null
);
comment on table held_back is 'Accounts and portfolios whose newest data is not published because it fails a check, one row per subject_id. Every run checks them again.';
comment on column held_back.subject_id is 'The account_id, or portfolio: and the slug.';
comment on column held_back.failed_check is 'File in sql/checks/ that found a fault, or statistics, missing_rates or member_held_back.';
comment on column held_back.reason is 'Finding of the check, as an English sentence.';
comment on column held_back.reason_code is 'Code of the finding, such as withheld_no_rate.';
comment on column held_back.reason_values is 'JSON object with the values of the sentence, such as a currency.';
comment on column held_back.keeps_figures is 'True if its earlier figures stay published.';
comment on column held_back.since is 'Time of the first run that held it back, UTC.';
