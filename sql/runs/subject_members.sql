-- one row per subject and account it is made of
with
portfolio_members as (
    select
        'portfolio:' || registered.slug as subject_id,
        unnest(registered.members) as slug,
    from registered
    where registered.type = 'portfolio'
)

select accounts.account_id as subject_id, accounts.account_id
from accounts
where not starts_with(accounts.account_id, 'portfolio:')
union all
select portfolio_members.subject_id, registered.account_id
from portfolio_members
inner join registered using (slug)
where not starts_with(registered.account_id, 'portfolio:')
