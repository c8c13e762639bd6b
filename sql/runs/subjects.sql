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
),

named as (
    select
        accounts.account_id as subject_id,
        'account' as type,
        registered.slug,
        accounts.currency,
        registered.benchmark,
        null::timestamp as created_at,
        registered.observed_from,
        registered.gaps,
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
        registered.observed_from,
        registered.gaps,
    from registered
    where registered.type = 'portfolio'
    union all
    select '', 'account', null, null, null, null, null, null
),

made_of as (
    select
        subject_members.subject_id,
        list(
            {
                account_id: subject_members.account_id,
                cut: history_cuts.history_cut_at
            }
            order by subject_members.account_id
        ) as members,
    from subject_members
    left join history_cuts using (account_id)
    group by subject_members.subject_id
)

select
    named.*,
    counted.accounts_published,
    hash(to_json({
        currency: named.currency,
        created_at: named.created_at,
        benchmark: named.benchmark,
        accounts_published: counted.accounts_published,
        members: made_of.members
    })::varchar) as definition,
    hash(to_json({since: named.observed_from, gaps: named.gaps})::varchar) as observed,
from named
cross join counted
left join made_of using (subject_id)
