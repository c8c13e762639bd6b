-- one row per account, statement and printed figure, or per account with a
-- balance reported in other ways
create or replace view reconciliation as
select
    compared_figures.account_id,
    compared_figures.statement,
    compared_figures.covered_from,
    compared_figures.printed_at,
    compared_figures.figure,
    compared_figures.printed,
    compared_figures.ours,
    compared_figures.gap,
    compared_figures.agrees,
    compared_figures.reason,
from compared_figures
union all
select
    accounts.account_id,
    null,
    null,
    accounts.updated_at,
    'balance',
    accounts.reported_balance::double,
    summary.reconciliation.balance,
    summary.reconciliation.gap,
    case when summary.reconciliation.gap is not null then
        is_printed_as(
            accounts.reported_balance::double,
            summary.reconciliation.balance,
            printed_digits(accounts.reported_balance, accounts.currency)
        )
    end,
    case when summary.reconciliation.gap is null then 'capital_unknown' end,
from accounts
inner join summary on accounts.account_id = summary.subject_id
where accounts.reported_balance is not null
    and accounts.account_id not in (
        select compared_figures.account_id
        from compared_figures
        where compared_figures.figure = 'balance'
    );
comment on view reconciliation is 'For the operator, with internal ids of private accounts too: figures that statements print, next to the computed ones. A gap that no definition explains means that data is missing or wrong.';
comment on column reconciliation.account_id is 'Internal id of the account.';
comment on column reconciliation.statement is 'Identifier of the statement within the account; null if the platform reported in other ways.';
comment on column reconciliation.covered_from is 'First closing or booking in the statement, UTC; null if it begins with the account.';
comment on column reconciliation.printed_at is 'Time that the statement describes, UTC.';
comment on column reconciliation.figure is 'Name of the figure.';
comment on column reconciliation.printed is 'Printed number.';
comment on column reconciliation.ours is 'Computed figure for the range of the statement; null if it is not computed.';
comment on column reconciliation.gap is 'Computed minus printed number.';
comment on column reconciliation.agrees is 'True if both agree to the last printed digit, false if they should but do not. Null if the definitions differ or the figure is not computed.';
comment on column reconciliation.reason is 'Name of the probable reason for a difference.';
