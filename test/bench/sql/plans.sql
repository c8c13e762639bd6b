-- one row per account: how much it trades, from when, with what capital
with weights as (
    select
        n,
        scatter(n, 'account') as h,
        -- log-normal, cut at 25 times the median
        least(exp(1.1 * bell(scatter(n, 'size'))), 25) as weight,
    from range(getvariable('accounts')) as numbers (n)
    where n > 0
),
shares as (
    select
        n,
        h,
        sum(weight) over (order by n) / sum(weight) over () as upper_share,
        (sum(weight) over (order by n) - weight) / sum(weight) over ()
            as lower_share,
        -- account 0 has one trade in a hundred
        getvariable('trades') - getvariable('trades') // 100 as rest,
    from weights
),
sizes as (
    select
        n,
        h,
        (round(upper_share * rest) - round(lower_share * rest))::bigint
            as trades,
    from shares
    union all
    select 0, scatter(0, 'account'), getvariable('trades') // 100
)
select
    n,
    trades,
    -- first of the 520 weekdays, as a share of them
    0.5 * fair(h, 0) as begins,
    -- enough for the smallest lot to be a small bet
    round(greatest(exp(7 + 4.5 * fair(h, 15)), 20 * sqrt(trades)) / 100) * 100
        as capital,
    -- result of the whole life, in capitals: a few go to ruin
    if(n % 50 = 17, 2.2, 0.32) as spread,
    0.35 * bell(scatter(n, 'edge')) + 0.2 as edge,
    fair(h, 30) < 0.5 as pays_commission,
    n % 20 = 3 as by_hand,
from sizes
order by n
