-- one row per selected account that does not reconcile
select
    accounts.account_id,
    computed_summary.reconciliation.reported_balance as reported_balance,
    computed_summary.reconciliation.balance as balance,
    computed_summary.reconciliation.gap as gap,
from computed_summary
inner join accounts on computed_summary.subject_id = accounts.account_id
where computed_summary.reconciled = false
