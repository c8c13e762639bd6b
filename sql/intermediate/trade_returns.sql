-- one row per subject with closed trades: statistics of its returns per trade,
-- of its cumulative net profit, and of its streaks
with
-- Streaks of wins or losses: trades of one streak have the same number of other
-- trades before them.
streaks as (
    select
        history.subject_no,
        history.amount_minor > 0 as is_win,
        count(*) as trades,
        sum(history.amount_minor) as net_minor,
        min(history.trade_no) as first_no,
        max(history.trade_no) as last_no,
        any_value(case when history.amount_minor > 0 then history.lost_so_far
            else history.won_so_far end) as opposite_before,
    from history
    where history.is_trade and history.amount_minor <> 0
    group by
        history.subject_no,
        history.amount_minor > 0,
        history.trade_no - case when history.amount_minor > 0
            then history.won_so_far else history.lost_so_far end
),

-- The longest and the largest streak; on a tie the earlier one.
summed_streaks as (
    select
        streaks.subject_no,
        -- A result of 0 ends a streak but not a run of the Z-score.
        count(distinct case when streaks.is_win then streaks.opposite_before
            else -1 - streaks.opposite_before end) as runs,
        arg_min(
            {count: streaks.trades, net_minor: streaks.net_minor},
            {shortness: -streaks.trades, first_no: streaks.first_no}
        ) filter (streaks.is_win) as longest_wins,
        arg_min(
            {count: streaks.trades, net_minor: streaks.net_minor},
            {shortness: -streaks.trades, first_no: streaks.first_no}
        ) filter (not streaks.is_win) as longest_losses,
        arg_min(
            {count: streaks.trades, net_minor: streaks.net_minor},
            {dearest: -streaks.net_minor, first_no: streaks.first_no}
        ) filter (streaks.is_win) as dearest_wins,
        arg_min(
            {count: streaks.trades, net_minor: streaks.net_minor},
            {dearest: streaks.net_minor, first_no: streaks.first_no}
        ) filter (not streaks.is_win) as dearest_losses,
        avg(streaks.trades) filter (streaks.is_win) as mean_wins,
        avg(streaks.trades) filter (not streaks.is_win) as mean_losses,
        arg_max(
            {is_win: streaks.is_win, trades: streaks.trades,
                last_no: streaks.last_no},
            streaks.last_no
        ) as newest,
    from streaks
    group by streaks.subject_no
),

measured as (
    select
        history.subject_no,
        avg(history.return_share) as mean_return,
        bool_or(history.return_share = -1) as lost_all,
        avg(
            case when history.return_share > -1
                then ln(1 + history.return_share) end
        ) as mean_log_return,
        count(history.return_share) as returns_known,
        twelve_digits(stddev_samp(
            case when history.return_share > -1
                then ln(1 + history.return_share) end
        )) as log_deviation,
        max(history.trade_no) as trades,
        corr(history.net_so_far_minor, history.trade_no) as correlation,
        regr_slope(history.net_so_far_minor, history.trade_no) as slope,
        regr_intercept(history.net_so_far_minor, history.trade_no) as intercept,
    from history
    where history.is_trade
    group by history.subject_no
),

-- Regression line through the cumulative net profit after each trade.
distances as (
    select
        history.subject_no,
        sum(pow(
            history.net_so_far_minor
            - (measured.intercept + measured.slope * history.trade_no),
            2
        )) as squares,
    from history
    inner join measured using (subject_no)
    where history.is_trade
    group by history.subject_no
),

falls as (
    select
        history.subject_no,
        max(history.net_fall_minor) as deepest_minor,
        arg_max(history.net_so_far_minor, history.event_no) as net_minor,
    from history
    group by history.subject_no
)

select
    measured.subject_no,
    measured.mean_return,
    case when not measured.lost_all then exp(measured.mean_log_return) - 1 end
        as geometric_mean_return,
    -- Logarithms of the returns: mean / variance, for the risk of ruin. Returns
    -- that differ by less than a rounding error count as equal.
    case
        when not measured.lost_all
            and measured.returns_known >= 30
            and measured.log_deviation > 1e-12
            then measured.mean_log_return / pow(measured.log_deviation, 2)
    end as mean_per_variance,
    coalesce(summed_streaks.runs, 0) as runs,
    summed_streaks.* exclude (subject_no, runs, newest),
    case when summed_streaks.newest.last_no = measured.trades
        then summed_streaks.newest end as current_streak,
    open_at_once.open_microseconds,
    falls.deepest_minor,
    falls.net_minor,
    case when measured.trades > 2 then measured.correlation end as correlation,
    case when measured.trades > 2
        then sqrt(distances.squares / (measured.trades - 2)) end as line_error,
from measured
inner join distances using (subject_no)
inner join falls using (subject_no)
inner join open_at_once using (subject_no)
left join summed_streaks using (subject_no)
