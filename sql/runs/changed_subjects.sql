-- one row per subject whose figures rest on loaded rows: those of `touched_accounts`, and those of
-- each table of all accounts that changed
with
mixed as (
    select distinct subjects.subject_id
    from subjects
    inner join subject_members using (subject_id)
    inner join accounts using (account_id)
    where subjects.type = 'portfolio' and accounts.currency <> subjects.currency
),

-- Accounts that are or were in figures. One without a row in `accounts` is in none.
known as (
    select accounts.account_id
    from accounts
    union all
    select computed.subject_id
    from computed
)

select subject_members.subject_id
from subject_members
semi join touched_accounts using (account_id)
semi join known using (account_id)
union all
select subjects.subject_id
from subjects
left join mixed using (subject_id)
where $symbols::boolean
    or ($fx_rates::boolean and mixed.subject_id is not null)
    or ($prices::boolean and (subjects.benchmark is not null or subjects.subject_id = ''))
