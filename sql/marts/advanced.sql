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

-- a sample of fewer than 30 reports says nothing, unless most days are in it
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
        -- as much above it as rounding leaves
        avg(equity_weekdays.return_share) filter (
            equity_weekdays.return_share <= sampled.low_quantile + 1e-12
        ) as low_mean,
    from equity_weekdays
    inner join sampled using (subject_no)
    group by equity_weekdays.subject_no
),

by_weekday as (
    select
        sampled.*,
        sampled.mean / sampled.deviation as sharpe,
        moments.* exclude (subject_no),
        twelve_digits(moments.third / pow(moments.second, 1.5)) as skewness,
        twelve_digits(moments.fourth / pow(moments.second, 2)) as kurtosis,
    from sampled
    inner join moments using (subject_no)
),

equity_ends as (
    select
        equity_days.subject_no,
        arg_max(equity_days.twr_equity_index, equity_days.day) as twr_index,
        min(equity_days.drawdown_share) as deepest_share,
    from equity_days
    group by equity_days.subject_no
)

select
    scope.subject_id,

    -- gross wins / gross losses of net results; null without a loss
    six_decimals(ratio(totals.won_minor, -totals.lost_minor)) as profit_factor,
    {
        currency: six_decimals(totals.net_minor / totals.trades / capital.unit),
        pips: six_decimals(
            ratio(totals.micropips, totals.trades_with_pips) / 1000000
        )
    } as expectancy,
    percent(ratio(totals.won, totals.trades)) as win_rate,
    -- mean, and geometric mean, of the single returns, in percent
    six_decimals(100 * returns.mean_return) as ahpr,
    six_decimals(100 * returns.geometric_mean_return) as ghpr,

    -- mean / sample standard deviation of net results; null below two trades
    six_decimals(
        ratio(
            totals.net_minor / totals.trades,
            twelve_digits(totals.deviation_minor)
        )
    ) as sharpe_ratio,
    six_decimals(by_weekday.sharpe * sqrt(252)) as sharpe_ratio_annualized,
    six_decimals(
        nullif(twelve_digits(totals.deviation_minor), 0) / capital.unit
    ) as standard_deviation,
    {value: z_scores.value, probability: z_scores.probability} as z_score,

    six_decimals(ratio(totals.won_minor, totals.won) / capital.unit)
        as avg_win,
    six_decimals(ratio(totals.lost_minor, totals.lost) / capital.unit)
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
        percentage: percent(ratio(totals.longs_won, totals.longs))
    } as longs_won,
    {
        count: case when capital.has_data then coalesce(totals.shorts_won, 0) end,
        total: case when capital.has_data then coalesce(totals.shorts, 0) end,
        percentage: percent(ratio(totals.shorts_won, totals.shorts))
    } as shorts_won,

    -- mean win / mean loss, and the win rate at which it loses nothing
    six_decimals(
        ratio(totals.won_minor, totals.won)
        / nullif(-ratio(totals.lost_minor, totals.lost), 0)
    ) as payoff_ratio,
    percent(
        ratio(totals.lost_minor, totals.lost) / (
            ratio(totals.lost_minor, totals.lost)
            - ratio(totals.won_minor, totals.won)
        )
    ) as breakeven_win_rate,
    -- W - (1 - W) / payoff, which is W x (1 - gross losses / gross wins)
    case when totals.won > 0 and totals.lost > 0 then percent(
        totals.won / (totals.won + totals.lost)
        * (1 + totals.lost_minor / totals.won_minor)
    ) end as kelly_percent,

    -- what 95 of 100 such samples would hold: Wilson, Student
    percent(
        wilson_middle(totals.won, totals.trades)
        - wilson_half(totals.won, totals.trades)
    ) as win_rate_low,
    percent(
        wilson_middle(totals.won, totals.trades)
        + wilson_half(totals.won, totals.trades)
    ) as win_rate_high,
    six_decimals((
        totals.net_minor / totals.trades
        - student_t(totals.trades - 1) * totals.deviation_minor
        / sqrt(totals.trades)
    ) / capital.unit) as expectancy_low,
    six_decimals((
        totals.net_minor / totals.trades
        + student_t(totals.trades - 1) * totals.deviation_minor
        / sqrt(totals.trades)
    ) / capital.unit) as expectancy_high,

    six_decimals(totals.median_minor / capital.unit) as median_trade,
    case when totals.best_minor > 0 then
        percent(totals.best_minor / totals.won_minor)
    end as best_trade_share_percent,
    six_decimals(
        ratio(
            totals.trades * 604800000000::double,
            epoch_us(totals.last_closed_at) - epoch_us(totals.first_opened_at)
        )
    ) as trades_per_week,
    six_decimals(ratio(totals.won_microseconds, totals.won) / 3600000000)
        as avg_win_length_hours,
    six_decimals(ratio(totals.lost_microseconds, totals.lost) / 3600000000)
        as avg_loss_length_hours,

    -- of the same weekdays as the annualised Sharpe ratio
    percent(by_weekday.deviation * sqrt(252)) as volatility_annualized_percent,
    six_decimals(ratio(by_weekday.mean, by_weekday.downside) * sqrt(252))
        as sortino_ratio_annualized,
    six_decimals(ratio(by_weekday.gained, by_weekday.lost)) as omega_ratio,
    percent(by_weekday.low_quantile) as value_at_risk_95_percent,
    percent(by_weekday.low_mean) as expected_shortfall_95_percent,
    -- of a sample, bias-corrected: G1 and G2 (Joanes and Gill 1998)
    six_decimals(
        by_weekday.skewness * sqrt(by_weekday.weekdays)
        * sqrt(by_weekday.weekdays - 1) / (by_weekday.weekdays - 2)
    ) as skewness,
    six_decimals(
        (by_weekday.weekdays - 1)
        * ((by_weekday.weekdays + 1) * (by_weekday.kurtosis - 3) + 6)
        / (by_weekday.weekdays - 2) / (by_weekday.weekdays - 3)
    ) as excess_kurtosis,
    percent(
        probabilistic_sharpe(
            by_weekday.sharpe,
            by_weekday.weekdays,
            by_weekday.skewness,
            by_weekday.kurtosis
        )
    ) as probabilistic_sharpe_ratio,
    min_track_record(
        by_weekday.sharpe, by_weekday.skewness, by_weekday.kurtosis
    ) as min_track_record_weekdays,

    case when capital.starting_minor is not null then
        percent(equity_ends.twr_index - 1)
    end as twr_equity_percent,
    case when capital.starting_minor is not null then
        percent(-equity_ends.deepest_share)
    end as max_drawdown_equity_percent,

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
    six_decimals(totals.held_microseconds / totals.trades / 3600000000)
        as avg_trade_length_hours,

    case when capital.has_data then coalesce(totals.automatic, 0) end
        as autotrading_trades,
    case when capital.has_data then
        coalesce(totals.trades - totals.automatic, 0)
    end as manual_trades,
    percent(ratio(totals.automatic, totals.trades))
        as autotrading_percentage,

    {
        trades_by_hour: charts.trades_by_hour,
        trades_by_weekday: charts.trades_by_weekday,
        recent_trades_duration:
            coalesce(recent_trades.recent_trades_duration, [])
    } as charts,
from scope
inner join capital using (subject_no)
inner join charts using (subject_no)
left join trade_totals as totals using (subject_no)
left join trade_returns as returns using (subject_no)
left join best_and_worst as extremes using (subject_no)
left join z_scores using (subject_no)
left join by_weekday using (subject_no)
left join equity_ends using (subject_no)
left join recent_trades using (subject_no)
