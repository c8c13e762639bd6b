-- one row per subject and open position of the newest report, which may be
-- empty. Where all trades were read from the broker, only its reports count.
with
reports as (
    select positions.account_id, positions.reported_at, positions.data_source,
    from positions
    union all
    select
        position_reports.account_id,
        position_reports.reported_at,
        position_reports.data_source,
    from position_reports
),

newest as (
    select reports.account_id, max(reports.reported_at) as reported_at
    from reports
    semi join members
        on reports.account_id = members.account_id
        and (
            not members.is_read_from_broker
            or reports.data_source = 'broker_api'
        )
    group by reports.account_id
),

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
    inner join newest using (account_id, reported_at)
    inner join members using (account_id)
    inner join money_units on members.subject_no = money_units.subject_no
    left join day_rates
        on members.subject_no = day_rates.subject_no
        and members.account_id = day_rates.account_id
        and positions.reported_at::date = day_rates.day
    where not members.is_read_from_broker
        or positions.data_source = 'broker_api'
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
