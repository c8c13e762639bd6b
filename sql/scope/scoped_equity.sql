-- one row per equity report of an account in scope; rows stand in order of
-- their accounts' numbers, so that no others are read
select equity.*
from equity
semi join members using (account_no)
