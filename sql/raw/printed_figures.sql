-- one row per account, statement and printed figure
create table if not exists printed_figures (
    account_id varchar not null,
    statement varchar not null,
    figure varchar not null,
    value decimal(28, 8) not null,
    decimals decimal(20, 0),
    covered_from timestamp,
    printed_at timestamp not null,
    data_source varchar not null
);
comment on table printed_figures is 'Figures that statements print, one row per account_id, statement and figure.';
comment on column printed_figures.account_id is 'Internal id of the account.';
comment on column printed_figures.statement is 'Identifier of the statement within the account; imports use a fingerprint of the file.';
comment on column printed_figures.figure is 'Name of the figure.';
comment on column printed_figures.value is 'Printed number: money in the account''s currency, a percentage as 12.5.';
comment on column printed_figures.decimals is 'Number of printed decimals; null if unknown.';
comment on column printed_figures.covered_from is 'First closing or booking in the statement, UTC; null if it begins with the account.';
comment on column printed_figures.printed_at is 'Time that the statement describes, UTC: the time of its newest row.';
comment on column printed_figures.data_source is 'Source of the delivery, set by the program: broker_api, terminal, operator_file, owner_statement, owner_api or feed.';
