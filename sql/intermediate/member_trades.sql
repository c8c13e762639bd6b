-- one row per subject and closed trade that counts, amounts as they came in
with
kept as (
    select
        members.subject_no,
        members.member_no,
        members.platform,
        members.currency,
        members.subject_currency,
        members.server,
        trades.*,
    from trades
    inner join members using (account_id)
    where members.cut_at is null or trades.closed_at >= members.cut_at
),

rated as (
    select kept.*, 1.0::double as rate
    from kept
    where kept.currency = kept.subject_currency
    union all
    select kept.*, exchange_rates.rate
    from kept
    asof inner join exchange_rates
        on kept.currency = exchange_rates.base
        and kept.subject_currency = exchange_rates.quote
        and kept.closed_at::date >= exchange_rates.date
)

select
    rated.subject_no,
    rated.account_id,
    rated.member_no,
    rated.ticket,
    rated.symbol,
    rated.side,
    rated.comment,
    case when rated.platform in ('MT4', 'MT5') then rated.magic_number end
        as magic_number,
    rated.volume,
    rated.open_price,
    rated.close_price,
    nullif(rated.stop_loss, 0) as stop_loss,
    nullif(rated.take_profit, 0) as take_profit,
    rated.profit,
    rated.commission,
    rated.swap,
    rated.rate,
    round(
        1000000 * case rated.side when 'buy' then 1 else -1 end
        * (rated.close_price - rated.open_price) / pip_sizes.pip_size
    ) as micropips,
    rated.opened_at,
    rated.closed_at,
from rated
left join pip_sizes
    on rated.symbol = pip_sizes.symbol
    and rated.server is not distinct from pip_sizes.server
