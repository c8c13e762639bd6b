-- one row per equity report of an account in scope
select equity.*
from equity
semi join members using (account_id)
