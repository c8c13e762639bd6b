-- one row per registered account whose owner removed older history
select registered.account_id, registered.history_cut_at
from registered
where registered.type = 'account' and registered.history_cut_at is not null
