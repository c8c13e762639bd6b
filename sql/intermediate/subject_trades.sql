-- one row per subject and closed trade, money in whole minor units
with
converted as (
    select
        member_trades.*,
        money_units.unit,
        to_minor(member_trades.profit, member_trades.rate, money_units.unit)
            as profit_minor,
        to_minor(member_trades.commission, member_trades.rate, money_units.unit)
            as commission_minor,
        to_minor(member_trades.swap, member_trades.rate, money_units.unit)
            as swap_minor,
    from member_trades
    inner join money_units using (subject_no)
)

select
    converted.*,
    converted.profit_minor + converted.commission_minor + converted.swap_minor
        as net_minor,
from converted
