-- one row per equity report of a selected account. Rows are sorted by account
-- number, so that no other rows are read.
select equity.*
from equity
semi join members using (account_no)
