-- one row per equity report of an account in scope. Rows are sorted by account
-- number, so that no other rows are read.
select equity.*
from equity
semi join members using (account_no)
