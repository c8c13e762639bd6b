-- one row per subject: the closes of every benchmark. Only the subject of accounts without data has
-- them, so that they are published once.
with
newest as (
    select
        prices.symbol,
        arg_max(prices.currency, prices.date) as currency,
    from prices
    group by prices.symbol
),

closes as (
    select
        prices.symbol,
        prices.currency,
        list(prices.date::varchar order by prices.date) as days,
        list(prices.close order by prices.date) as closes,
    from prices
    inner join newest using (symbol, currency)
    group by prices.symbol, prices.currency
),

listed as (
    select
        list(
            {
                symbol: closes.symbol,
                currency: closes.currency,
                days: closes.days,
                closes: closes.closes
            }
            order by closes.symbol
        ) as benchmarks,
    from closes
)

select
    selection.subject_id,
    case when selection.subject_id = '' then coalesce(listed.benchmarks, [])
        else [] end as benchmarks,
from selection
cross join listed
