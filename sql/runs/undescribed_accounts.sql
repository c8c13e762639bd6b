-- one row per account with pending changes but no row in `accounts`; its
-- changes stay pending until it has one
select distinct pending_changes.account_id
from pending_changes
anti join accounts using (account_id)
where pending_changes.account_id is not null
    and not starts_with(pending_changes.account_id, 'portfolio:')
order by pending_changes.account_id
