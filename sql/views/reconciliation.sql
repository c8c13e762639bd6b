-- one row per account whose platform reported a balance
create or replace view reconciliation as
select
    accounts.account_id,
    summary.balance,
    accounts.reported_balance::double as reported_balance,
    round(summary.balance - accounts.reported_balance::double, 8)
        as difference,
from accounts
inner join summary on accounts.account_id = summary.subject_id
where accounts.reported_balance is not null;
comment on view reconciliation is 'For the operator, with internal ids of private accounts too: balance as computed beside the balance as the platform reported it; a difference other than 0 means facts are missing.';
comment on column reconciliation.account_id is 'Internal id of the account.';
comment on column reconciliation.balance is 'Balance computed from what was loaded.';
comment on column reconciliation.reported_balance is 'Balance as the platform prints it.';
comment on column reconciliation.difference is 'Computed less reported.';
