-- one row per account, kind of data and UTC day of the published version that has changed since,
-- with its data now. The day of its capital is empty. A day that only got more rows is not in it,
-- nor are days that a cut removed.
with
cuts as (
    select distinct
        members.account_id,
        strftime(members.cut_at, '%Y-%m-%d') as cut,
    from members
),

accounts_known as (
    select
        published_accounts.*,
        greatest(published_accounts.cut, cuts.cut, '') as counts_from,
        -- Another cut leaves another capital for unchanged data.
        published_accounts.cut is not distinct from cuts.cut
            as is_capital_comparable,
    from published_accounts
    inner join cuts using (account_id)
),

before as (
    select published_facts.*
    from published_facts
    inner join accounts_known using (account_id)
    where case
        when published_facts.day = '' then accounts_known.is_capital_comparable
        else published_facts.day >= accounts_known.counts_from
    end
),

now_known as (
    select account_facts.*
    from account_facts
    inner join accounts_known using (account_id)
    where account_facts.known_facts > 0
        and case
            when account_facts.day = ''
                then accounts_known.is_capital_comparable
            else account_facts.day >= accounts_known.counts_from
        end
),

compared as (
    select
        account_id,
        day,
        fact,
        case when before.facts is null then 0 else before.facts end as facts,
        case when now_known.known_facts is null then 0
            else now_known.known_facts end as known_facts,
        before.digest,
        now_known.known_digest,
    from before
    full join now_known using (account_id, day, fact)
)

select
    compared.account_id,
    compared.day,
    compared.fact,
    case when compared.fact in ('trades', 'equity')
            and compared.known_facts = compared.facts
        then list_filter(
            parts_of(compared.fact),
            lambda part, part_no: string_split(compared.digest, '.')[part_no]
                is distinct from string_split(compared.known_digest, '.')[part_no]
        )
        else [compared.fact]
    end as things,
    case
        when compared.known_facts > compared.facts then 'added'
        when compared.known_facts < compared.facts then 'removed'
        else 'changed'
    end as kind,
    -- Capital concerns every day.
    compared.day < accounts_known.closed_before as is_closed,
from compared
inner join accounts_known using (account_id)
where compared.known_facts <> compared.facts
    or (
        compared.digest is distinct from compared.known_digest
        and accounts_known.is_comparable
    )
