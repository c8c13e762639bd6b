-- one row per closed trade of an account in scope; rows stand in order of their
-- accounts' numbers, so that no others are read
select trades.*
from trades
semi join members using (account_no)
