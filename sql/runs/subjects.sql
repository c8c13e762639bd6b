-- one row per account in a source and per portfolio in the registry. One more,
-- with an empty id, is for accounts that are in no source yet.
select
    accounts.account_id as subject_id,
    'account' as type,
    registered.slug,
    accounts.currency,
    registered.benchmark,
    null::timestamp as created_at,
from accounts
left join registered using (account_id)
-- Such an id would look like the id of a portfolio.
where not starts_with(accounts.account_id, 'portfolio:')
union all
select
    'portfolio:' || registered.slug,
    'portfolio',
    registered.slug,
    registered.currency,
    registered.benchmark,
    registered.created_at,
from registered
where registered.type = 'portfolio'
union all
select '', 'account', null, null, null, null
