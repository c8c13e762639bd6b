-- one row per subject: what it started with, and whether that is known
with
summed as (
    select
        starting_capital.subject_no,
        sum(to_minor(
            starting_capital.amount, starting_capital.rate, money_units.unit
        )) as starting_minor,
        bool_or(starting_capital.is_known) as is_known,
    from starting_capital
    inner join money_units using (subject_no)
    group by starting_capital.subject_no
)

select
    scope.subject_no,
    summed.subject_no is not null as has_data,
    money_units.unit,
    money_units.printed_digits,
    case when summed.is_known then summed.starting_minor end as starting_minor,
from scope
inner join money_units using (subject_no)
left join summed using (subject_no)
