-- one row per account that a source names and portfolio that is registered,
-- and one, with an empty id, for accounts that no source has named yet
select
    accounts.account_id as subject_id,
    'account' as type,
    registered.slug,
    accounts.currency,
    null::timestamp as created_at,
from accounts
left join registered using (account_id)
-- such an id would be taken for a portfolio
where not starts_with(accounts.account_id, 'portfolio:')
union all
select
    'portfolio:' || registered.slug,
    'portfolio',
    registered.slug,
    registered.currency,
    registered.created_at,
from registered
where registered.type = 'portfolio'
union all
select '', 'account', null, null, null
