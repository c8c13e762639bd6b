-- one row per subject and open position of the newest report
with
rated as (
    select
        members.subject_no,
        members.member_no,
        members.platform,
        money_units.printed_digits,
        positions.*,
        case when members.currency = members.subject_currency then 1.0
            else day_rates.rate end as rate,
    from positions
    inner join newest_reports using (account_id, reported_at, data_source)
    inner join members using (subject_no, account_id)
    inner join money_units on members.subject_no = money_units.subject_no
    left join day_rates
        on members.subject_no = day_rates.subject_no
        and members.account_id = day_rates.account_id
        and positions.reported_at::date = day_rates.day
)

select
    rated.subject_no,
    rated.account_id,
    rated.member_no,
    rated.ticket,
    rated.symbol,
    rated.side,
    rated.volume,
    rated.open_price,
    nullif(rated.stop_loss, 0) as stop_loss,
    nullif(rated.take_profit, 0) as take_profit,
    rated.opened_at,
    rated.comment,
    case when has_magic_numbers(rated.platform) then rated.magic_number end
        as magic_number,
    reported_money(rated.profit, rated.rate, rated.printed_digits) as profit,
    reported_money(rated.commission, rated.rate, rated.printed_digits) as commission,
    reported_money(rated.swap, rated.rate, rated.printed_digits) as swap,
from rated
