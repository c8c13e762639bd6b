-- one row per weekday and pair
select
    ('2024-07-01'::date + (d // 5 * 7 + d % 5)::integer) as date,
    pair[1] as base,
    pair[2] as quote,
    round(
        [1.09, 1.27, 0.858, 0.917, 0.787, 1.165][i]
        * (1 + 0.03 * sin(d / 50 + i)),
        6
    ) as rate,
from range(520) as weekdays (d),
    (
        select
            i,
            [
                ['EUR', 'USD'], ['GBP', 'USD'], ['EUR', 'GBP'],
                ['USD', 'EUR'], ['USD', 'GBP'], ['GBP', 'EUR']
            ][i] as pair,
        from range(1, 7) as numbers (i)
    )
order by d, i
