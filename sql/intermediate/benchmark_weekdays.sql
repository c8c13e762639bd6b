-- one row per subject and weekday (UTC) that it has in common with its benchmark. It has the
-- returns of both since the common weekday before. The first row is where both start, and has no
-- returns.
with
benchmarked as (
    select selection.subject_no, subjects.benchmark as symbol
    from selection
    inner join subjects using (subject_id)
    where subjects.benchmark is not null
),

newest as (
    select
        prices.symbol,
        arg_max(prices.currency, prices.date) as currency,
    from prices
    semi join benchmarked using (symbol)
    group by prices.symbol
),

closes as (
    select
        prices.symbol,
        prices.currency,
        weekday_of(prices.date) as weekday,
        arg_max(prices.close, prices.date) as close_price,
    from prices
    inner join newest using (symbol, currency)
    group by prices.symbol, prices.currency, weekday_of(prices.date)
),

-- The same minimum of reports as for the annualised Sharpe ratio.
by_equity as (
    select equity_weekdays.subject_no
    from equity_weekdays
    inner join benchmarked using (subject_no)
    group by equity_weekdays.subject_no
    having count(*) >= 30
        and count(*) filter (equity_weekdays.has_report)
        >= least(30, count(*) / 2)
),

-- Each row is a day on which the account can have moved.
moves as (
    select
        equity_weekdays.subject_no,
        'equity' as returns_from,
        equity_weekdays.weekday,
        log_units(1 + equity_weekdays.return_share) as units,
        equity_weekdays.return_share = -1 as is_lost,
    from equity_weekdays
    semi join by_equity using (subject_no)
    union all
    select
        days.subject_no,
        'trades',
        weekday_of(days.day),
        log_units(days.growth / days.growth_before),
        days.total_losses > days.total_losses_before,
    from days
    inner join benchmarked using (subject_no)
    inner join capital using (subject_no)
    anti join by_equity using (subject_no)
    where capital.starting_minor is not null
),

moved as (
    select
        moves.subject_no,
        moves.returns_from,
        moves.weekday,
        sum(sum(moves.units)) over so_far as units,
        sum(count(*) filter (moves.is_lost)) over so_far as losses,
    from moves
    group by moves.subject_no, moves.returns_from, moves.weekday
    window so_far as (
        partition by moves.subject_no
        order by moves.weekday
        rows unbounded preceding
    )
),

spans as (
    select
        benchmarked.subject_no,
        benchmarked.symbol,
        moved.returns_from,
        min(moved.weekday) as first_weekday,
        max(moved.weekday) as last_weekday,
    from benchmarked
    inner join moved using (subject_no)
    group by benchmarked.subject_no, benchmarked.symbol, moved.returns_from
),

-- The close before the first move is where the benchmark starts.
started as (
    select
        spans.*,
        coalesce(closes.weekday, spans.first_weekday) as starts_on,
    from spans
    asof left join closes
        on spans.symbol = closes.symbol
        and spans.first_weekday > closes.weekday
),

common as (
    select
        started.subject_no,
        started.symbol,
        started.returns_from,
        closes.currency,
        closes.weekday,
        closes.close_price,
    from started
    inner join closes
        on started.symbol = closes.symbol
        and closes.weekday between started.starts_on and started.last_weekday
),

levels as (
    select
        common.*,
        coalesce(moved.units, 0) as units,
        coalesce(moved.losses, 0) as losses,
    from common
    asof left join moved
        on common.subject_no = moved.subject_no
        and common.weekday >= moved.weekday
)

select
    levels.subject_no,
    levels.symbol,
    levels.currency,
    levels.returns_from,
    levels.weekday,
    levels.close_price,
    levels.close_price / lag(levels.close_price) over in_order - 1
        as benchmark_share,
    case
        when levels.losses > lag(levels.losses) over in_order then -1
        else growth_of(levels.units - lag(levels.units) over in_order) - 1
    end as return_share,
    levels.close_price / max(levels.close_price) over so_far - 1 as fall_share,
from levels
window
    in_order as (partition by levels.subject_no order by levels.weekday),
    so_far as (
        partition by levels.subject_no
        order by levels.weekday
        rows unbounded preceding
    )
