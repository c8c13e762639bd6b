-- one row per account whose printed balance is not what its bookings add up
-- to, or whose imported file contradicts itself otherwise
select
    accounts.account_id,
    accounts.currency,
    summary.reconciliation.reported_balance as reported_balance,
    summary.reconciliation.balance as balance,
    summary.reconciliation.gap as gap,
    accounts.contradicted,
from accounts
inner join summary on accounts.account_id = summary.subject_id
where summary.reconciled = false
order by abs(summary.reconciliation.gap) desc, accounts.account_id
