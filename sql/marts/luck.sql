-- one row per subject: the returns and falls that chance gives to stretches as long as its record.
-- Also how likely its Sharpe ratio is more than luck. Closed forms, no draws.
with
weekdays as (
    select
        calendar_days.subject_no,
        weekdays_until(weekday_of(calendar_days.day)) as number,
        sum(log_units(1 + calendar_days.return_share)) as units,
        bool_or(calendar_days.return_share = -1) as is_lost,
    from calendar_days
    -- Returns beyond a double are for the checks to find. Unknown ones are days all the same.
    where coalesce(isfinite(calendar_days.return_share), true)
    group by all
),

-- Weekdays between two of them had no return.
counted as (
    select
        weekdays.subject_no,
        min(weekdays.number) as first_number,
        max(weekdays.number) - min(weekdays.number) + 1 as days,
        bool_or(weekdays.is_lost) as is_lost,
        round(sqrt(max(weekdays.number) - min(weekdays.number) + 1))::integer as lags,
        sum(weekdays.units) as units,
        sum(weekdays.units)::double / 1e18
        / (max(weekdays.number) - min(weekdays.number) + 1) as mean,
        sum(growth_of(weekdays.units) - 1)
        / (max(weekdays.number) - min(weekdays.number) + 1) as mean_return,
    from weekdays
    group by weekdays.subject_no
),

usable as (
    select counted.*
    from counted
    where counted.days >= 120 and not counted.is_lost and counted.units is not null
),

numbered as (
    select
        usable.subject_no,
        usable.days,
        usable.lags,
        usable.mean,
        usable.mean_return,
        weekdays.number - usable.first_number as days_before,
        weekdays.units::double / 1e18 as log_return,
        sum(weekdays.units) over so_far::double / 1e18 as log_growth,
        coalesce(
            lead(weekdays.number) over so_far, usable.first_number + usable.days
        ) - weekdays.number as days_standing,
    from weekdays
    inner join usable using (subject_no)
    window so_far as (
        partition by weekdays.subject_no
        order by weekdays.number
        rows unbounded preceding
    )
),

-- Every weekday, with those on which nothing happened.
each_day as (
    select
        numbered.*,
        unnest(range(1, numbered.days_standing + 1)) as place,
    from numbered
),

-- Sums of the logarithms so far, without their trend.
summed as (
    select
        each_day.subject_no,
        each_day.days,
        each_day.lags,
        each_day.mean,
        each_day.days_before + each_day.place as day_no,
        case when each_day.place = 1
            then exp(each_day.log_return) - 1 else 0 end
        - each_day.mean_return as return_from_mean,
        case when each_day.place = 1 then each_day.log_return else 0 end
        - each_day.mean as log_from_mean,
        each_day.log_growth - day_no * each_day.mean as log_so_far,
    from each_day
),

-- Bartlett weights: the weighted sum of autocovariances is the mean square of the sums of each
-- `lags` days in a row, divided by `lags`. Days before the first and after the last count as 0.
stretched as (
    select
        summed.*,
        pow(
            summed.log_so_far
            - lag(summed.log_so_far, summed.lags, 0.0::double) over in_order,
            2
        )
        + case when summed.day_no > summed.days - summed.lags
            then pow(summed.log_so_far, 2) else 0 end as square,
    from summed
    window in_order as (
        partition by summed.subject_no
        order by summed.day_no
    )
),

moments as (
    select
        stretched.subject_no,
        any_value(stretched.days) as days,
        any_value(stretched.mean) as mean,
        sum(stretched.square) / any_value(stretched.days * stretched.lags)
            as long_run,
        avg(pow(stretched.log_from_mean, 2)) as plain,
        avg(pow(stretched.return_from_mean, 2)) as second,
        avg(pow(stretched.return_from_mean, 3)) as third,
        avg(pow(stretched.return_from_mean, 4)) as fourth,
    from stretched
    group by stretched.subject_no
),

-- A deviation below a rounding error counts as 0.
measured as (
    select
        moments.*,
        usable.mean_return,
        sqrt(greatest(moments.long_run, moments.plain / 4)) as spread,
        moments.mean as drift,
        usable.mean_return
        / sqrt(moments.second * moments.days / (moments.days - 1)) as sharpe,
        least(12, greatest(
            -6, moments.mean * sqrt(moments.days) / spread
        )) as place,
    from moments
    inner join usable using (subject_no)
    where moments.plain > 1e-24
),

-- Each step is a column, because a macro repeats its arguments.
levels as (
    select
        measured.subject_no,
        shares.share,
        (ln(1 - shares.share) - 250 * measured.drift)
        / (measured.spread * sqrt(250)) as near,
        (ln(1 - shares.share) + 250 * measured.drift)
        / (measured.spread * sqrt(250)) as far,
        2 * measured.drift * ln(1 - shares.share) / pow(measured.spread, 2)
            as exponent,
    from measured
    cross join (select unnest([0.1::double, 0.2, 0.3]) as share) as shares
),

losses as (
    select
        selection.subject_no,
        list({
            loss_percent: 100 * shares.share,
            probability_percent: case when levels.near is not null
                then percent_once(least(1.0, fall_within(
                    levels.near, levels.far, levels.exponent
                )))
            end
        } order by shares.share) as of_shares,
    from selection
    cross join (select unnest([0.1::double, 0.2, 0.3]) as share) as shares
    left join levels using (subject_no, share)
    group by selection.subject_no
),

lucky as (
    select
        measured.subject_no,
        luckiest_sharpe(
            subjects.accounts_published, 1 / (measured.days - 1)
        ) as luckiest,
        sharpe_spread(
            measured.sharpe,
            measured.third / pow(measured.second, 1.5),
            measured.fourth / pow(measured.second, 2)
        ) as ratio_spread,
    from measured
    inner join selection using (subject_no)
    inner join subjects using (subject_id)
)

select
    selection.subject_id,
    coalesce(counted.days, 0) as days,
    subjects.accounts_published as luckiest_of,
    case when measured.subject_no is not null then {
        low: percent_once(exp(least(
            measured.days * measured.drift
            - 1.6448536 * sqrt(2) * measured.spread * sqrt(measured.days),
            600
        )) - 1),
        high: percent_once(exp(least(
            measured.days * measured.drift
            + 1.6448536 * sqrt(2) * measured.spread * sqrt(measured.days),
            600
        )) - 1)
    } end as twr_percent,
    case when measured.subject_no is not null then {
        low: percent_once(1 - exp(
            -least_fall(measured.place) * measured.spread * sqrt(measured.days)
        )),
        high: percent_once(1 - exp(
            -most_fall(measured.place) * measured.spread * sqrt(measured.days)
        ))
    } end as max_drawdown_percent,
    losses.of_shares as probability_of_loss_percent,
    six_decimals_once(deflated_sharpe(
        measured.sharpe, lucky.luckiest, measured.days, lucky.ratio_spread
    )) as deflated_sharpe,
from selection
inner join subjects using (subject_id)
left join counted using (subject_no)
left join measured using (subject_no)
left join losses using (subject_no)
left join lucky using (subject_no)
