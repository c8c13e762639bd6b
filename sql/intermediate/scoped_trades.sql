-- one row per closed trade of an account in scope: the one scan of the source
-- table that a shard needs
select trades.*
from trades
semi join members using (account_id)
