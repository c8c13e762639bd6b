-- one row per subject and closed trade with both excursions, in minor units and
-- in order of closing
with
known as (
    select
        members.subject_no,
        money_units.unit,
        case when members.currency = members.subject_currency then 1.0
            else day_rates.rate end as rate,
        selected_trades.*,
        row_number() over in_order as trade_no,
        count(*) over of_subject as trades,
    from selected_trades
    inner join members using (account_no)
    inner join money_units on members.subject_no = money_units.subject_no
    left join day_rates
        on members.subject_no = day_rates.subject_no
        and members.member_no = day_rates.member_no
        and selected_trades.closed_at::date = day_rates.day
    where selected_trades.mae is not null and selected_trades.mfe is not null
    window
        of_subject as (partition by members.subject_no),
        in_order as (
            partition by members.subject_no
            order by
                selected_trades.closed_at,
                selected_trades.opened_at,
                selected_trades.ticket,
                members.member_no
        )
)

select
    known.subject_no,
    known.trade_no,
    known.trades,
    to_minor(known.profit, known.rate, known.unit) as profit_minor,
    to_minor(known.commission, known.rate, known.unit)
    + to_minor(known.swap, known.rate, known.unit) as costs_minor,
    -- A trade opens at a result of 0: the worst is at most 0, the best at least 0.
    least(to_minor(known.mae, known.rate, known.unit), 0) as adverse_minor,
    greatest(to_minor(known.mfe, known.rate, known.unit), 0)
        as favourable_minor,
from known
