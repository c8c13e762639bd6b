-- one row per closed trade of one tenth of the time, in order of closing
with spans as (
    select
        *,
        -- the plan's first and last trade of this tenth, give or take one
        (getvariable('tenth') / 10 - begins) / (1 - begins) * trades as lowest,
        ((getvariable('tenth') + 1) / 10 - begins) / (1 - begins) * trades
            as highest,
    from plans
    where trades > 0
),
numbered as (
    select
        n,
        trades,
        begins,
        capital * spread / sqrt(trades) as wanted,
        edge / sqrt(trades) as edge,
        pays_commission,
        by_hand,
        unnest(range(
            greatest(0, floor(lowest)::bigint - 1),
            least(trades, greatest(0, ceil(highest)::bigint + 1))
        )) as k,
    from spans
),
placed as (
    select
        *,
        scatter(n, k) as h,
        520 * (
            begins + (1 - begins) * (k + fair(scatter(n, k), 0)) / trades
        ) as x,
    from numbered
),
arrived as (
    select
        *,
        session_seconds(x) as closed_seconds,
    from placed
    where floor(x / 52) = getvariable('tenth')
    order by closed_seconds, n, k
),
chosen as (
    select
        *,
        -- three or so symbols per account
        (n * 7 + ((h >> 20) % 3) * 11 + (h >> 24) % 2) % 30 + 1 as s,
        if((h >> 26) % 2 = 0, 1, -1) as sign,
        scatter(h, 'price') as p,
        -- the commission is won back, or big accounts would bleed to death
        bell(scatter(h, 'move')) + edge + if(pays_commission, 0.02, 0)
            as move,
    from arrived
),
priced as (
    select
        *,
        getvariable('digits')[s] as digits,
        getvariable('prices')[s]
            * (1 + 0.04 * sin(x / 40 + s) + 0.004 * fair(p, 0)) as price,
        getvariable('contracts')[s] as contract,
    from chosen
),
sized as (
    select
        *,
        round(price, digits) as open_price,
        round(price * (1 + 0.003 * sign * move), digits) as close_price,
        price * contract as per_lot,
        round(least(100, greatest(
            0.01,
            wanted / (0.003 * price * contract) * (0.6 + 0.8 * fair(p, 15))
        )), 2) as volume,
        round(-ln(1 - fair(p, 30)) * 3600 * (1 + n % 30))::bigint + 45
            as held,
    from priced
)
select
    account_id_of(n) as account_id,
    (20000000 + k * 7 + (h >> 30) % 7)::varchar as ticket,
    getvariable('names')[s] as symbol,
    if(sign = 1, 'buy', 'sell') as side,
    volume::decimal(12, 2) as volume,
    open_price,
    close_price,
    if((h >> 40) % 10 < 7, round(price * (1 - 0.006 * sign), digits), null)
        as stop_loss,
    if((h >> 44) % 10 < 6, round(price * (1 + 0.009 * sign), digits), null)
        as take_profit,
    at_seconds(closed_seconds - held) as opened_at,
    at_seconds(closed_seconds) as closed_at,
    ((close_price - open_price) * sign * volume * contract)::decimal(18, 2)
        as profit,
    if(pays_commission, (-0.00006 * volume * per_lot)::decimal(18, 2), null)
        as commission,
    if(
        held > 40000,
        ((fair(p, 45) - 0.5) * 0.00008 * volume * per_lot)::decimal(18, 2),
        0
    ) as swap,
    case (h >> 48) % 50
        when 0 then '[sl]'
        when 1 then '[tp]'
        when 2 then 'v2.1'
    end as comment,
    case
        when n % 4 < 2 then if(by_hand, 0, 1000 + n % 97 + (h >> 20) % 3)
    end::bigint as magic_number,
from sized
