-- one row per subject and open position: those of the account's newest report
with
newest as (
    select positions.account_id, max(positions.reported_at) as reported_at
    from positions
    inner join (select distinct members.account_id from members) as wanted
        using (account_id)
    group by positions.account_id
),

held as (
    select
        members.subject_no,
        members.member_no,
        members.platform,
        members.currency,
        members.subject_currency,
        positions.*,
    from positions
    inner join newest using (account_id, reported_at)
    inner join members using (account_id)
),

rated as (
    select held.*, 1.0::double as rate
    from held
    where held.currency = held.subject_currency
    union all
    select held.*, exchange_rates.rate
    from held
    asof inner join exchange_rates
        on held.currency = exchange_rates.base
        and held.subject_currency = exchange_rates.quote
        and held.reported_at::date >= exchange_rates.date
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
    case when rated.platform in ('MT4', 'MT5') then rated.magic_number end
        as magic_number,
    floating_money(rated.profit, rated.rate) as profit,
    floating_money(rated.commission, rated.rate) as commission,
    floating_money(rated.swap, rated.rate) as swap,
from rated
