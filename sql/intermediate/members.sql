-- one row per selected subject and account whose data it uses
select
    selection.subject_no,
    accounts.account_id,
    account_numbers.account_no,
    row_number() over by_id - 1 as member_no,
    accounts.platform,
    accounts.server,
    accounts.currency,
    selection.currency as subject_currency,
    accounts.opening_balance,
    accounts.deposits_unknown,
    accounts.is_read_from_broker,
    accounts.described_by,
    history_cuts.history_cut_at::timestamp as cut_at,
from selection
inner join subject_members using (subject_id)
inner join accounts using (account_id)
-- An account without trades and reports has no number.
left join account_numbers using (account_id)
left join history_cuts using (account_id)
window by_id as (
    partition by selection.subject_no
    order by accounts.account_id
)
