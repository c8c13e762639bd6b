-- one row per closed trade of a selected account. Rows are sorted by account
-- number, so that no other rows are read.
select trades.*
from trades
semi join members using (account_no)
