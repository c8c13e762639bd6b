-- one row per account, statement and figure that the statement prints of itself
create table if not exists printed_figures (
    account_id varchar not null,
    statement varchar not null,
    figure varchar not null,
    value decimal(28, 8) not null,
    decimals decimal(20, 0),
    covered_from timestamp,
    printed_at timestamp not null
);
comment on table printed_figures is 'What statements print of themselves, one row per account_id, statement and figure.';
comment on column printed_figures.account_id is 'Internal id of the account.';
comment on column printed_figures.statement is 'Tells the statement from others of the account; imports take a fingerprint of the file.';
comment on column printed_figures.figure is 'Which figure it is, by name.';
comment on column printed_figures.value is 'The number as printed: money in the account''s currency, a percentage as 12.5.';
comment on column printed_figures.decimals is 'Digits printed behind the point; null where that is not known.';
comment on column printed_figures.covered_from is 'First closing or booking that the statement lists, UTC; null where it begins with the account.';
comment on column printed_figures.printed_at is 'The instant that the statement speaks of, UTC: that of its newest row.';
