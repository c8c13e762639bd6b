-- one row per account whose id would be taken for a portfolio's; nothing loads
-- one any more, and those loaded before are left out
select accounts.account_id
from accounts
where starts_with(accounts.account_id, 'portfolio:')
order by accounts.account_id
