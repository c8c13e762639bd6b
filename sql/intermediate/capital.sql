-- one row per subject: its starting capital, and whether it is known. It is unknown if not all
-- deposits of a member are known. Two parts of it are apart: capital before its first event, and
-- capital of members that have not joined yet.
with
amounts as (
    select
        starting_capital.subject_no,
        starting_capital.is_known,
        starting_capital.deposits_unknown,
        to_minor(
            starting_capital.amount, starting_capital.rate, money_units.unit
        ) as amount_minor,
        joinings.account_id is not null as has_joined,
    from starting_capital
    inner join money_units using (subject_no)
    left join joinings using (subject_no, account_id)
),

summed as (
    select
        amounts.subject_no,
        bool_or(amounts.deposits_unknown) as deposits_unknown,
        bool_or(amounts.is_known) and not bool_or(amounts.deposits_unknown)
            as is_known,
        sum(amounts.amount_minor) as starting_minor,
        sum(case when amounts.has_joined then 0.0 else amounts.amount_minor end)
            as outside_minor,
    from amounts
    group by amounts.subject_no
)

select
    selection.subject_no,
    summed.subject_no is not null as has_data,
    money_units.unit,
    money_units.printed_digits,
    coalesce(summed.deposits_unknown, false) as deposits_unknown,
    case when summed.is_known then summed.starting_minor end as starting_minor,
    -- Members of a portfolio bring their capital as events.
    case
        when not summed.is_known then null
        when selection.type = 'portfolio' then 0.0
        else summed.starting_minor
    end as opening_minor,
    case
        when not summed.is_known then null
        when selection.type = 'portfolio' then summed.outside_minor
        else 0.0
    end as idle_minor,
from selection
inner join money_units using (subject_no)
left join summed using (subject_no)
