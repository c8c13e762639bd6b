-- one row per subject: statistics over all its closed trades
with
weekday_returns as (
    select
        equity_weekdays.subject_no,
        count(*) as weekdays,
        count(*) filter (equity_weekdays.has_report) as reported,
        avg(equity_weekdays.return_share) as mean,
        twelve_digits(stddev_samp(equity_weekdays.return_share)) as deviation,
    from equity_weekdays
    group by equity_weekdays.subject_no
),

-- a sample of fewer than 30 reports says nothing, unless most days are in it
sharpe as (
    select
        weekday_returns.subject_no,
        case
            when weekday_returns.weekdays >= 30
                and weekday_returns.reported
                >= least(30, weekday_returns.weekdays / 2)
                then ratio(weekday_returns.mean, weekday_returns.deviation)
                    * sqrt(252)
        end as annualized,
    from weekday_returns
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
    six_decimals(sharpe.annualized) as sharpe_ratio_annualized,
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
left join sharpe using (subject_no)
left join recent_trades using (subject_no)
