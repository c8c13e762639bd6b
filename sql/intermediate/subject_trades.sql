-- one row per subject and closed trade that counts, newest first, money in
-- minor units of the currency of the subject
with
kept as (
    select
        members.subject_no,
        members.member_no,
        members.server,
        money_units.unit,
        case when members.currency = members.subject_currency then 1.0
            else day_rates.rate end as rate,
        case when has_magic_numbers(members.platform)
            then selected_trades.magic_number end as magic_number,
        selected_trades.* exclude (account_id, account_no, magic_number),
    from selected_trades
    inner join members using (account_no)
    inner join money_units on members.subject_no = money_units.subject_no
    left join day_rates
        on members.subject_no = day_rates.subject_no
        and members.member_no = day_rates.member_no
        and selected_trades.closed_at::date = day_rates.day
),

converted as (
    select
        kept.*,
        to_minor(kept.profit, kept.rate, kept.unit) as profit_minor,
        to_minor(kept.commission, kept.rate, kept.unit) as commission_minor,
        to_minor(kept.swap, kept.rate, kept.unit) as swap_minor,
    from kept
)

select
    converted.subject_no,
    converted.member_no,
    converted.ticket,
    converted.symbol,
    converted.side,
    converted.comment,
    converted.magic_number,
    converted.volume,
    converted.open_price,
    converted.close_price,
    nullif(converted.stop_loss, 0) as stop_loss,
    converted.stops_known,
    converted.came_late,
    nullif(converted.take_profit, 0) as take_profit,
    converted.opened_at,
    converted.closed_at,
    converted.unit,
    converted.profit_minor,
    converted.commission_minor,
    converted.swap_minor,
    converted.profit_minor + converted.commission_minor + converted.swap_minor
        as net_minor,
    round(
        1000000 * case converted.side when 'buy' then 1 else -1 end
        * (converted.close_price - converted.open_price) / pip_sizes.pip_size
    ) as micropips,
from converted
left join pip_sizes
    on converted.symbol = pip_sizes.symbol
    and converted.server is not distinct from pip_sizes.server
order by
    converted.subject_no,
    converted.closed_at desc,
    converted.opened_at desc,
    converted.ticket desc,
    converted.member_no desc
