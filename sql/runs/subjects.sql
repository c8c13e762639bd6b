-- one row per account in a source and per portfolio in the registry. One more,
-- with an empty id, is for accounts that are in no source yet. The number of published accounts is
-- raised to 1, 2, 5, 10, 20, 50 and so on, so that one more rarely changes any figure.
with
counted as (
    select
        greatest(1, coalesce(max(registered.accounts_published), 1)) as accounts,
        pow(10, length(accounts::varchar) - 1)::bigint as unit,
        case
            when accounts <= unit then unit
            when accounts <= 2 * unit then 2 * unit
            when accounts <= 5 * unit then 5 * unit
            else 10 * unit
        end as accounts_published,
    from registered
)

select
    accounts.account_id as subject_id,
    'account' as type,
    registered.slug,
    accounts.currency,
    registered.benchmark,
    null::timestamp as created_at,
    counted.accounts_published,
    registered.observed_from,
    registered.gaps,
from accounts
cross join counted
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
    counted.accounts_published,
    registered.observed_from,
    registered.gaps,
from registered
cross join counted
where registered.type = 'portfolio'
union all
select
    '',
    'account',
    null,
    null,
    null,
    null,
    counted.accounts_published,
    null,
    null,
from counted
