-- one row per account, statement and printed figure
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
comment on table compared_figures is 'Printed and computed figures, one row per account_id, statement and figure. Read the view reconciliation instead.';
comment on column compared_figures.account_id is 'Internal id of the account.';
comment on column compared_figures.statement is 'Identifier of the statement within the account.';
comment on column compared_figures.covered_from is 'First closing or booking in the statement, UTC.';
comment on column compared_figures.printed_at is 'Time that the statement describes, UTC.';
comment on column compared_figures.figure is 'Name of the figure.';
comment on column compared_figures.printed is 'Printed number.';
comment on column compared_figures.decimals is 'Number of printed decimals.';
comment on column compared_figures.ours is 'Computed figure for the range of the statement.';
comment on column compared_figures.gap is 'Computed minus printed number.';
comment on column compared_figures.agrees is 'True if both agree to the last printed digit; null if the definitions differ.';
comment on column compared_figures.reason is 'Name of the probable reason for a difference.';
comment on column compared_figures.is_money is 'True if the figure is an amount of money.';
