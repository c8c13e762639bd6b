-- one row per account, statement and figure that it prints
create table if not exists compared_figures (
    account_id varchar not null,
    statement varchar not null,
    covered_from timestamp,
    printed_at timestamp not null,
    figure varchar not null,
    printed double not null,
    decimals integer not null,
    ours double,
    gap double,
    agrees boolean,
    reason varchar,
    is_money boolean not null
);
comment on table compared_figures is 'What statements print of themselves beside ours, one row per account_id, statement and figure; the view reconciliation is for reading.';
comment on column compared_figures.account_id is 'Internal id of the account.';
comment on column compared_figures.statement is 'Tells the statement from others of the account.';
comment on column compared_figures.covered_from is 'First closing or booking that the statement lists, UTC.';
comment on column compared_figures.printed_at is 'The instant that the statement speaks of, UTC.';
comment on column compared_figures.figure is 'Which figure it is, by name.';
comment on column compared_figures.printed is 'The number as printed.';
comment on column compared_figures.decimals is 'Digits printed behind the point.';
comment on column compared_figures.ours is 'The same figure, computed from what was loaded, as of what the statement covers.';
comment on column compared_figures.gap is 'Ours less printed.';
comment on column compared_figures.agrees is 'True to the last digit printed; null where the figure is defined otherwise.';
comment on column compared_figures.reason is 'The probable reason where it does not agree.';
comment on column compared_figures.is_money is 'Whether the figure is an amount of money.';
