-- one row per loaded account without an entry in the registry, and per entry
-- without data. Before the first entry of an account there is nothing to say.
select accounts.account_id, null::varchar as slug
from accounts
anti join registered using (account_id)
where not starts_with(accounts.account_id, 'portfolio:')
    and exists (from registered where registered.type = 'account')
union all
select registered.account_id, registered.slug
from registered
anti join accounts using (account_id)
where registered.type = 'account'
