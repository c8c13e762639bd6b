-- one row per subject: statistics over all its closed trades
with
weekday_returns as (
    select
        equity_weekdays.subject_no,
        count(*) as weekdays,
        count(*) filter (equity_weekdays.has_report) as reported,
        avg(equity_weekdays.return_share) as mean,
        twelve_digits(stddev_samp(equity_weekdays.return_share)) as deviation,
        quantile_cont(equity_weekdays.return_share, 0.05) as low_quantile,
    from equity_weekdays
    group by equity_weekdays.subject_no
),

-- Fewer than 30 reports are too small a sample, unless most days have one.
sampled as (
    select weekday_returns.*
    from weekday_returns
    where weekday_returns.weekdays >= 30
        and weekday_returns.reported >= least(30, weekday_returns.weekdays / 2)
        and weekday_returns.deviation > 0
),

moments as (
    select
        equity_weekdays.subject_no,
        avg(pow(equity_weekdays.return_share - sampled.mean, 2)) as second,
        avg(pow(equity_weekdays.return_share - sampled.mean, 3)) as third,
        avg(pow(equity_weekdays.return_share - sampled.mean, 4)) as fourth,
        sum(greatest(equity_weekdays.return_share, 0)) as gained,
        -sum(least(equity_weekdays.return_share, 0)) as lost,
        sqrt(avg(pow(least(equity_weekdays.return_share, 0), 2))) as downside,
        -- Tolerance for rounding.
        avg(equity_weekdays.return_share) filter (
            equity_weekdays.return_share <= sampled.low_quantile + 1e-12
        ) as low_mean,
    from equity_weekdays
    inner join sampled using (subject_no)
    group by equity_weekdays.subject_no
),

sharpes as (
    select
        sampled.*,
        sampled.mean / sampled.deviation as sharpe,
        moments.* exclude (subject_no),
        twelve_digits(moments.third / pow(moments.second, 1.5)) as skewness,
        twelve_digits(moments.fourth / pow(moments.second, 2)) as kurtosis,
    from sampled
    inner join moments using (subject_no)
),

-- Each step is a column, so that no macro repeats a long argument.
spreads as (
    select
        sharpes.*,
        sharpe_spread(sharpes.sharpe, sharpes.skewness, sharpes.kurtosis)
            as spread,
    from sharpes
),

deviates as (
    select
        spreads.*,
        sharpe_deviate(spreads.sharpe, spreads.weekdays, spreads.spread)
            as deviate,
        returns_needed(spreads.sharpe, spreads.spread) as needed,
    from spreads
),

by_weekday as (
    select
        deviates.*,
        normal_below(deviates.deviate) as probability,
    from deviates
),

equity_ends as (
    select
        equity_days.subject_no,
        arg_max(equity_days.twr_equity_index, equity_days.day) as twr_index,
        min(equity_days.drawdown_share) as deepest_share,
    from equity_days
    group by equity_days.subject_no
),

counted_periods as (
    select
        days.subject_no,
        'day' as grain,
        days.day as period,
        days.net_minor,
        case
            when capital.starting_minor is null then null
            when days.total_losses > days.total_losses_before then -100.0
            else percent(days.growth / days.growth_before - 1)
        end as return_percent,
    from days
    inner join capital using (subject_no)
    where days.trades_count > 0
    union all
    select
        periods.subject_no,
        periods.grain,
        periods.period,
        periods.net_minor,
        periods.return_percent,
    from periods
    where periods.results_count > 0 and periods.grain in ('week', 'month')
),

-- By published return, or by net profit without capital. Ties: the earliest.
ends_of_periods as (
    select
        counted_periods.subject_no,
        counted_periods.grain,
        arg_min(
            counted_periods,
            {
                worst: case when counted_periods.return_percent is null
                    then counted_periods.net_minor
                    else counted_periods.return_percent end,
                period: counted_periods.period
            }
        ) as worst,
        arg_min(
            counted_periods,
            {
                best: -case when counted_periods.return_percent is null
                    then counted_periods.net_minor
                    else counted_periods.return_percent end,
                period: counted_periods.period
            }
        ) as best,
        count(*) filter (counted_periods.net_minor > 0) / count(*)
            as profitable_share,
        max(counted_periods.net_minor)
        / sum(counted_periods.net_minor) filter (counted_periods.net_minor > 0)
            as best_share,
    from counted_periods
    group by counted_periods.subject_no, counted_periods.grain
),

records as (
    select
        ends_of_periods.subject_no,
        any_value(ends_of_periods) filter (ends_of_periods.grain = 'day')
            as days,
        any_value(ends_of_periods) filter (ends_of_periods.grain = 'week')
            as weeks,
        any_value(ends_of_periods) filter (ends_of_periods.grain = 'month')
            as months,
    from ends_of_periods
    group by ends_of_periods.subject_no
),

symbols_won as (
    select
        breakdowns.subject_no,
        max(breakdowns.net_minor)
        / sum(breakdowns.net_minor) filter (breakdowns.net_minor > 0)
            as best_share,
    from breakdowns
    where breakdowns.dimension = 'symbol'
    group by breakdowns.subject_no
),

month_growth as (
    select
        periods.subject_no,
        case when min(periods.growth) > 0
            then exp(avg(case when periods.growth > 0
                then ln(periods.growth) end)) - 1
            when count(periods.growth) > 0 then -1.0
        end as geometric_mean,
    from periods
    where periods.grain = 'month'
    group by periods.subject_no
),

-- The index at the end of each day, weighted by the calendar days it lasts.
standing as (
    select
        days.subject_no,
        min(days.day) as first_day,
        sum(days.days_standing) as calendar_days,
        sum(days.days_standing * pow(days.twr_index / days.peak_index - 1, 2))
        / sum(days.days_standing) as mean_square,
        min(days.twr_index) as lowest,
        max(days.twr_index) as highest,
        max(days.day) as last_day,
        arg_max(days.twr_index, days.day) as last_index,
        min(days.deepest_share) as deepest_share,
        sum(days.days_standing
            * case when days.twr_index > 0 then ln(days.twr_index) end)
        / sum(days.days_standing) as mean_log,
    from days
    group by days.subject_no
),

-- Deviations from the mean: of the logarithm of the index, and of the day
-- number.
line_of_growth as (
    select
        days.subject_no,
        sum(
            days.days_standing * (ln(days.twr_index) - standing.mean_log) * (
                days.day - standing.first_day
                + (days.days_standing - standing.calendar_days::double) / 2
            )
        ) as shared,
        sum(days.days_standing * pow(ln(days.twr_index) - standing.mean_log, 2))
        * any_value(
            standing.calendar_days::double
            * (pow(standing.calendar_days::double, 2) - 1) / 12
        ) as own,
    from days
    inner join standing using (subject_no)
    where standing.calendar_days >= 30
        and standing.lowest > 0
        and standing.highest > standing.lowest * (1 + 1e-9)
    group by days.subject_no
)

select
    selection.subject_id,

    -- Gross profit / gross loss; null without a loss.
    six_decimals_once(ratio(totals.won_minor, -totals.lost_minor)) as profit_factor,
    {
        currency: six_decimals_once(totals.net_minor / totals.trades / capital.unit),
        pips: six_decimals_once(
            ratio(totals.micropips, totals.trades_with_pips) / 1000000
        )
    } as expectancy,
    percent_once(ratio(totals.won, totals.trades)) as win_rate,
    -- Arithmetic and geometric mean of the returns per trade, in percent.
    six_decimals_once(100 * returns.mean_return) as ahpr,
    six_decimals_once(100 * returns.geometric_mean_return) as ghpr,

    -- Mean / sample standard deviation of net profits; null below two trades.
    six_decimals_once(
        ratio(
            totals.net_minor / totals.trades,
            twelve_digits(totals.deviation_minor)
        )
    ) as sharpe_ratio,
    six_decimals_once(by_weekday.sharpe * sqrt(252)) as sharpe_ratio_annualized,
    six_decimals_once(
        nullif(twelve_digits(totals.deviation_minor), 0) / capital.unit
    ) as standard_deviation,
    {value: z_scores.value, probability: z_scores.probability} as z_score,

    six_decimals_once(ratio(totals.won_minor, totals.won) / capital.unit)
        as avg_win,
    six_decimals_once(ratio(totals.lost_minor, totals.lost) / capital.unit)
        as avg_loss,
    {
        date: utc_iso(extremes.best_at),
        value: money(totals.best_minor, capital.unit)
    } as best_trade_profit,
    {
        date: utc_iso(extremes.worst_at),
        value: money(totals.worst_minor, capital.unit)
    } as worst_trade_profit,
    pips(totals.best_micropips) as best_trade_pips,
    pips(totals.worst_micropips) as worst_trade_pips,

    {
        count: case when capital.has_data then coalesce(totals.longs_won, 0) end,
        total: case when capital.has_data then coalesce(totals.longs, 0) end,
        percentage: percent_once(ratio(totals.longs_won, totals.longs))
    } as longs_won,
    {
        count: case when capital.has_data then coalesce(totals.shorts_won, 0) end,
        total: case when capital.has_data then coalesce(totals.shorts, 0) end,
        percentage: percent_once(ratio(totals.shorts_won, totals.shorts))
    } as shorts_won,

    -- Average win / average loss, and the break-even win rate.
    six_decimals_once(
        ratio(totals.won_minor, totals.won)
        / nullif(-ratio(totals.lost_minor, totals.lost), 0)
    ) as payoff_ratio,
    percent_once(
        ratio(totals.lost_minor, totals.lost) / (
            ratio(totals.lost_minor, totals.lost)
            - ratio(totals.won_minor, totals.won)
        )
    ) as breakeven_win_rate,
    -- W - (1 - W) / payoff, which equals W x (1 - gross loss / gross profit).
    case when totals.won > 0 and totals.lost > 0 then percent_once(
        totals.won / (totals.won + totals.lost)
        * (1 + totals.lost_minor / totals.won_minor)
    ) end as kelly_percent,

    -- 95 % confidence intervals: Wilson for the rate, Student for the mean.
    percent_once(
        wilson_middle(totals.won, totals.trades)
        - wilson_half(totals.won, totals.trades)
    ) as win_rate_low,
    percent_once(
        wilson_middle(totals.won, totals.trades)
        + wilson_half(totals.won, totals.trades)
    ) as win_rate_high,
    six_decimals_once((
        totals.net_minor / totals.trades
        - student_t(totals.trades - 1) * totals.deviation_minor
        / sqrt(totals.trades)
    ) / capital.unit) as expectancy_low,
    six_decimals_once((
        totals.net_minor / totals.trades
        + student_t(totals.trades - 1) * totals.deviation_minor
        / sqrt(totals.trades)
    ) / capital.unit) as expectancy_high,

    six_decimals_once(totals.median_minor / capital.unit) as median_trade,
    case when totals.best_minor > 0 then
        percent_once(totals.best_minor / totals.won_minor)
    end as best_trade_share_percent,
    six_decimals_once(
        ratio(
            nullif(totals.trades, 0) * 604800000000::double,
            -- At least a month of 30.4375 days: one trade of an hour is no pace.
            greatest(
                epoch_us(totals.last_closed_at) - epoch_us(totals.first_opened_at),
                2629800000000
            )
        )
    ) as trades_per_week,
    six_decimals_once(ratio(totals.won_microseconds, totals.won) / 3600000000)
        as avg_win_length_hours,
    six_decimals_once(ratio(totals.lost_microseconds, totals.lost) / 3600000000)
        as avg_loss_length_hours,

    -- These use the same weekdays as the annualised Sharpe ratio.
    percent_once(by_weekday.deviation * sqrt(252)) as volatility_annualized_percent,
    six_decimals_once(ratio(by_weekday.mean, by_weekday.downside) * sqrt(252))
        as sortino_ratio_annualized,
    six_decimals_once(ratio(by_weekday.gained, by_weekday.lost)) as omega_ratio,
    percent_once(by_weekday.low_quantile) as value_at_risk_95_percent,
    percent_once(by_weekday.low_mean) as expected_shortfall_95_percent,
    -- Skewness and kurtosis, corrected for bias: G1 and G2 (Joanes and Gill
    -- 1998).
    six_decimals_once(
        by_weekday.skewness * sqrt(by_weekday.weekdays)
        * sqrt(by_weekday.weekdays - 1) / (by_weekday.weekdays - 2)
    ) as skewness,
    six_decimals_once(
        (by_weekday.weekdays - 1)
        * ((by_weekday.weekdays + 1) * (by_weekday.kurtosis - 3) + 6)
        / (by_weekday.weekdays - 2) / (by_weekday.weekdays - 3)
    ) as excess_kurtosis,
    percent_once(by_weekday.probability) as probabilistic_sharpe_ratio,
    up_to_a_million(by_weekday.needed) as min_track_record_weekdays,

    record(records.days.best, capital.unit) as best_day,
    record(records.days.worst, capital.unit) as worst_day,
    record(records.weeks.best, capital.unit) as best_week,
    record(records.weeks.worst, capital.unit) as worst_week,
    record(records.months.best, capital.unit) as best_month,
    record(records.months.worst, capital.unit) as worst_month,
    percent_once(records.days.profitable_share) as profitable_days_percent,
    percent_once(records.months.profitable_share) as profitable_months_percent,
    percent_once(records.days.best_share) as best_day_share_percent,
    percent_once(records.months.best_share) as best_month_share_percent,
    percent_once(symbols_won.best_share) as best_symbol_share_percent,
    percent_once(month_growth.geometric_mean) as avg_monthly_geometric_percent,

    streak(returns.longest_wins, capital.unit) as max_consecutive_wins,
    streak(returns.longest_losses, capital.unit) as max_consecutive_losses,
    streak(returns.dearest_wins, capital.unit) as max_consecutive_profit,
    streak(returns.dearest_losses, capital.unit) as max_consecutive_loss,
    six_decimals_once(returns.mean_wins) as avg_consecutive_wins,
    six_decimals_once(returns.mean_losses) as avg_consecutive_losses,
    {
        outcome: case returns.current_streak.is_win
            when true then 'won' when false then 'lost' end,
        count: returns.current_streak.trades
    } as current_streak,

    money(returns.deepest_minor, capital.unit) as max_drawdown_money,
    six_decimals_once(ratio(returns.net_minor, returns.deepest_minor))
        as recovery_factor,
    -- Correlation of the cumulative net profit with the number of the trade.
    six_decimals_once(returns.correlation) as lr_correlation,
    six_decimals_once(returns.line_error / capital.unit) as lr_standard_error,
    -- Annual return / deepest drawdown, both over the whole history.
    six_decimals_once(
        ratio(
            annual_growth(
                standing.last_index,
                coalesce(facts.cut_on, standing.first_day),
                greatest(facts.updated_at::date, standing.last_day)
            ),
            -standing.deepest_share
        )
    ) as calmar_ratio,
    six_decimals_once(100 * sqrt(standing.mean_square)) as ulcer_index,
    six_decimals_once(line_of_growth.shared * line_of_growth.shared / line_of_growth.own)
        as growth_r_squared,
    percent_once(
        ratio(
            returns.open_microseconds,
            epoch_us(totals.last_closed_at) - epoch_us(totals.first_opened_at)
        )
    ) as time_in_market_percent,

    case when capital.starting_minor is not null then
        percent_once(equity_ends.twr_index - 1)
    end as twr_equity_percent,
    case when capital.starting_minor is not null then
        percent_once(-equity_ends.deepest_share)
    end as max_drawdown_equity_percent,

    -- First passage of a Brownian motion: exp(2 x mean x ln(1 - loss) /
    -- variance), at most 1. Mean and variance are those of the log returns.
    list_transform(
        range(1, 10),
        lambda tenth: {
            loss_percent: whole(10 * tenth),
            probability_percent: percent(
                case
                    when returns.mean_per_variance <= 0 then 1
                    else exp(2 * returns.mean_per_variance * ln(1 - tenth / 10))
                end
            )
        }
    ) as risk_of_ruin,

    case when capital.has_data then coalesce(totals.trades, 0) end
        as total_trades,
    case when capital.has_data then coalesce(totals.volume, 0)::double end
        as total_lots,
    case when capital.has_data then
        pips(summed_pips(totals.micropips, coalesce(totals.trades, 0)))
    end as total_pips,
    case when capital.has_data then
        money(coalesce(totals.swap_minor, 0), capital.unit)
    end as total_swap,
    case when capital.has_data then
        money(coalesce(totals.commission_minor, 0), capital.unit)
    end as total_commissions,
    six_decimals_once(totals.held_microseconds / totals.trades / 3600000000)
        as avg_trade_length_hours,

    case when capital.has_data then coalesce(totals.automatic, 0) end
        as autotrading_trades,
    case when capital.has_data then
        coalesce(totals.trades - totals.automatic, 0)
    end as manual_trades,
    percent_once(ratio(totals.automatic, totals.trades))
        as autotrading_percentage,

    {
        trades_by_hour: charts.trades_by_hour,
        trades_by_weekday: charts.trades_by_weekday,
        profit_by_hour_of_week: charts.profit_by_hour_of_week,
        profit_by_side: charts.profit_by_side,
        recent_trades_duration:
            coalesce(recent_trades.recent_trades_duration, [])
    } as charts,
from selection
inner join capital using (subject_no)
left join facts using (subject_no)
left join symbols_won using (subject_no)
left join month_growth using (subject_no)
left join best_and_worst as extremes using (subject_no)
left join z_scores using (subject_no)
left join equity_ends using (subject_no)
left join line_of_growth using (subject_no)
left join standing using (subject_no)
left join by_weekday using (subject_no)
left join records using (subject_no)
left join trade_returns as returns using (subject_no)
-- The widest tables come last, since later joins carry all earlier columns. A list of structs is
-- wider than many numbers.
left join trade_totals as totals using (subject_no)
left join recent_trades using (subject_no)
inner join charts using (subject_no)
