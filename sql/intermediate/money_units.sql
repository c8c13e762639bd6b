-- one row per subject: minor units in one unit of its currency: cents, or finer
-- if a loaded amount is finer
with
digits as (
    select
        members.subject_no,
        max(greatest(
            money_digits(selected_trades.profit),
            money_digits(selected_trades.commission),
            money_digits(selected_trades.swap)
        )) as digits,
    from selected_trades
    inner join members using (account_no)
    group by members.subject_no
    union all
    select member_flows.subject_no, max(money_digits(member_flows.amount))
    from member_flows
    group by member_flows.subject_no
    union all
    select
        starting_capital.subject_no,
        max(money_digits(starting_capital.amount)),
    from starting_capital
    group by starting_capital.subject_no
),

finest as (
    select digits.subject_no, max(digits.digits) as digits
    from digits
    group by digits.subject_no
),

chosen as (
    select
        selection.subject_no,
        case
            when selection.type = 'portfolio' then
                case when finest.digits > 2 then 8
                    else currency_digits(selection.currency) end
            when finest.digits is null then 2
            else finest.digits
        end as digits,
    from selection
    left join finest using (subject_no)
)

select
    chosen.subject_no,
    case when chosen.digits > 2 then 8 else 2 end as printed_digits,
    pow(10, chosen.digits) as unit,
from chosen
