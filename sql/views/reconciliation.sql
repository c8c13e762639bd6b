-- one row per account whose platform reported a balance, or whose imported
-- file contradicts itself
create or replace view reconciliation as
select
    accounts.account_id,
    case
        when summary.reconciliation.balance is null then summary.balance
        else summary.reconciliation.balance
    end as balance,
    accounts.reported_balance::double as reported_balance,
    summary.reconciliation.gap as difference,
    summary.reconciled,
    accounts.contradicted,
from accounts
inner join summary on accounts.account_id = summary.subject_id
where accounts.reported_balance is not null
    or accounts.contradicted is not null;
comment on view reconciliation is 'For the operator, with internal ids of private accounts too: balance as computed beside the balance as the platform reported it; a difference that is more than rounding means that facts are missing or wrong.';
comment on column reconciliation.account_id is 'Internal id of the account.';
comment on column reconciliation.balance is 'Balance computed from what was loaded, when the account last reported or at present, whichever is nearer.';
comment on column reconciliation.reported_balance is 'Balance as the platform prints it.';
comment on column reconciliation.difference is 'Computed less reported; null where no capital is known.';
comment on column reconciliation.reconciled is 'Whether the difference is no more than the rounding of the printed figure, and nothing else printed is contradicted.';
comment on column reconciliation.contradicted is 'Sums of money that the imported file prints and its own rows contradict, by name; null where none does.';
