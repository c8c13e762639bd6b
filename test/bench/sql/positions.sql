-- none to four open positions per account, all reported at the end
with opened as (
    select
        n,
        q,
        scatter(n * 4 + q, 'open') as h,
        (n * 7 + q) % 30 + 1 as s,
        session_seconds(519.999) as reported,
    from plans, range(4) as numbers (q)
    where q < n % 5
)
select
    account_id_of(n) as account_id,
    (90000000 + q)::varchar as ticket,
    getvariable('names')[s] as symbol,
    if(h % 2 = 0, 'buy', 'sell') as side,
    (0.01 + floor(fair(h, 0) * 100) / 100)::decimal(12, 2) as volume,
    round(getvariable('prices')[s], getvariable('digits')[s]) as open_price,
    null::double as stop_loss,
    null::double as take_profit,
    at_seconds(reported - 60 - floor(fair(h, 15) * 400000)) as opened_at,
    (bell(h) * 40)::decimal(18, 2) as profit,
    null::decimal(18, 2) as commission,
    null::decimal(18, 2) as swap,
    null::varchar as comment,
    null::bigint as magic_number,
    at_seconds(reported) as reported_at,
from opened
order by n, q
