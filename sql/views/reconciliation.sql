-- one row per account, statement and figure that it prints, or the balance of
-- an account whose platform reported one in other ways
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
comment on view reconciliation is 'For the operator, with internal ids of private accounts too: what statements print of themselves beside what was computed from what was loaded. A gap that no definition explains means that facts are missing or wrong.';
comment on column reconciliation.account_id is 'Internal id of the account.';
comment on column reconciliation.statement is 'Tells the statement from others of the account; null where the platform reported in other ways.';
comment on column reconciliation.covered_from is 'First closing or booking that the statement lists, UTC; null where it begins with the account.';
comment on column reconciliation.printed_at is 'The instant that the statement speaks of, UTC.';
comment on column reconciliation.figure is 'Which figure it is, by name.';
comment on column reconciliation.printed is 'The number as printed.';
comment on column reconciliation.ours is 'The same figure, computed from what was loaded, as of what the statement covers; null where it is not computed.';
comment on column reconciliation.gap is 'Ours less printed.';
comment on column reconciliation.agrees is 'True to the last digit printed, false where it should be and is not, null where the figure is defined otherwise or not computed.';
comment on column reconciliation.reason is 'The probable reason where it does not agree, by name.';
