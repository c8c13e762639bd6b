-- one row per subject: its returns compared with those of its benchmark
with
compared as (
    select
        benchmark_weekdays.subject_no,
        any_value(benchmark_weekdays.symbol) as symbol,
        any_value(benchmark_weekdays.currency) as currency,
        any_value(benchmark_weekdays.returns_from) as returns_from,
        min(benchmark_weekdays.weekday) as since,
        max(benchmark_weekdays.weekday) as until,
        count(benchmark_weekdays.return_share) as weekdays,
        arg_min(benchmark_weekdays.close_price, benchmark_weekdays.weekday)
            as first_price,
        arg_max(benchmark_weekdays.close_price, benchmark_weekdays.weekday)
            as last_price,
        min(benchmark_weekdays.fall_share) as deepest_share,
        min(benchmark_weekdays.return_share) = -1 as has_lost_all,
        sum(log_units(1 + benchmark_weekdays.return_share)) as units,
        avg(benchmark_weekdays.return_share) as mean,
        avg(benchmark_weekdays.benchmark_share) as benchmark_mean,
        twelve_digits(stddev_samp(benchmark_weekdays.return_share))
            as deviation,
        twelve_digits(stddev_samp(benchmark_weekdays.benchmark_share))
            as benchmark_deviation,
        twelve_digits(
            stddev_samp(
                benchmark_weekdays.return_share
                - benchmark_weekdays.benchmark_share
            )
        ) as active_deviation,
        covar_samp(
            benchmark_weekdays.return_share, benchmark_weekdays.benchmark_share
        ) as covariance,
    from benchmark_weekdays
    group by benchmark_weekdays.subject_no
),

-- Geometric means of the weekdays on which the benchmark rose, or fell.
captures as (
    select
        benchmark_weekdays.subject_no,
        benchmark_weekdays.benchmark_share > 0 as is_up,
        case
            when min(benchmark_weekdays.return_share) = -1 then -1
            else growth_of(
                sum(log_units(1 + benchmark_weekdays.return_share)) / count(*)
            ) - 1
        end / (
            growth_of(
                sum(log_units(1 + benchmark_weekdays.benchmark_share))
                / count(*)
            ) - 1
        ) as captured_share,
    from benchmark_weekdays
    where abs(benchmark_weekdays.benchmark_share) > 1e-12
    group by
        benchmark_weekdays.subject_no, benchmark_weekdays.benchmark_share > 0
),

curves as (
    select
        benchmark_weekdays.subject_no,
        list({
            date: strftime(benchmark_weekdays.weekday, '%Y-%m-%d'),
            return_percent: percent(
                benchmark_weekdays.close_price / compared.first_price - 1
            )
        } order by benchmark_weekdays.weekday) as by_day,
    from benchmark_weekdays
    inner join compared using (subject_no)
    group by benchmark_weekdays.subject_no
),

-- A deviation below a rounding error counts as 0.
sampled as (
    select
        compared.*,
        case when compared.has_lost_all then -1 else growth_of(compared.units) - 1
        end as return_share,
        compared.last_price / compared.first_price - 1 as benchmark_share,
        case when compared.deviation > 1e-12 then compared.deviation end as spread,
        case when compared.benchmark_deviation > 1e-12
            then compared.benchmark_deviation end as benchmark_spread,
        case when compared.active_deviation > 1e-12
            then compared.active_deviation end as active_spread,
        compared.covariance / pow(benchmark_spread, 2) as beta,
    from compared
    where compared.weekdays >= 30
)

select
    selection.subject_id,
    compared.symbol,
    compared.currency,
    compared.returns_from,
    strftime(compared.since, '%Y-%m-%d') as since,
    strftime(compared.until, '%Y-%m-%d') as until,
    coalesce(compared.weekdays, 0) as weekdays,
    six_decimals(
        sampled.covariance / (sampled.spread * sampled.benchmark_spread)
    ) as correlation,
    -- Least squares: return = alpha + beta x return of the benchmark.
    six_decimals(sampled.beta) as beta,
    percent_once(252 * (sampled.mean - sampled.beta * sampled.benchmark_mean))
        as alpha_annualized_percent,
    percent_once(sampled.return_share) as account_return_percent,
    percent_once(sampled.benchmark_share) as benchmark_return_percent,
    percent_once(sampled.return_share - sampled.benchmark_share)
        as excess_return_percent,
    percent_once(-sampled.deepest_share) as benchmark_max_drawdown_percent,
    percent_once(sampled.active_deviation * sqrt(252))
        as tracking_error_annualized_percent,
    -- Mean / deviation of the differences (Sharpe 1994).
    six_decimals_once(
        (sampled.mean - sampled.benchmark_mean) / sampled.active_spread
        * sqrt(252)
    ) as information_ratio,
    case when sampled.subject_no is not null
        then percent_once(up_weekdays.captured_share) end as up_capture_percent,
    case when sampled.subject_no is not null
        then percent_once(down_weekdays.captured_share)
    end as down_capture_percent,
    coalesce(curves.by_day, []) as by_day,
from selection
left join compared using (subject_no)
left join sampled using (subject_no)
left join curves using (subject_no)
left join captures as up_weekdays
    on selection.subject_no = up_weekdays.subject_no and up_weekdays.is_up
left join captures as down_weekdays
    on selection.subject_no = down_weekdays.subject_no
    and not down_weekdays.is_up
