-- one row per subject: the record that later runs compare with. It has the definition and the
-- results, and for an account its data by day. That data is text whose lines end with a semicolon.
-- A line ends with `owner` if an owner can have written data of that day. A portfolio has a digest
-- of the data of its accounts.
with
lines as (
    select
        account_facts.account_id,
        max(account_facts.reached_at) as reached_at,
        array_to_string(list_sort(list(concat(
            account_facts.day, ',',
            account_facts.fact, ',',
            account_facts.facts, ',',
            account_facts.digest,
            case when account_facts.is_owners then ',owner' else '' end
        ))), ';') as facts,
    from account_facts
    group by account_facts.account_id
),

made as (
    select
        members.subject_no,
        list(members.account_id order by members.member_no) as accounts,
        max(lines.reached_at) as reached_at,
        any_value(strftime(members.cut_at, '%Y-%m-%d')) as cut,
        any_value(lines.facts) as facts,
        md5(string_agg(lines.facts, ';' order by members.member_no)) as content,
    from members
    inner join lines using (account_id)
    group by members.subject_no
)

select
    selection.subject_id,
    {
        digest: record_digest(
            case when selection.type = 'account' then made.cut end
        ),
        reached_at: strftime(made.reached_at, '%Y-%m-%d %H:%M:%S.%f'),
        cut: case when selection.type = 'account' then made.cut end,
        definition: md5(
            concat(selection.currency, ' ', to_json(made.accounts)::varchar)
        ),
        profit: record_figures.profit,
        twr: record_figures.twr,
        facts: case when selection.type = 'account' then made.facts end,
        content: case when selection.type = 'portfolio' then made.content end
    } as record,
from selection
inner join record_figures using (subject_no)
left join made using (subject_no)
