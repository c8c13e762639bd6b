-- one row per subject: its record up to the first day that strangers could watch, and since then
with
watched as (
    select
        selection.subject_no,
        coalesce(subjects.observed_from, date '9999-12-31') as starts_on,
        subjects.gaps,
    from selection
    inner join subjects using (subject_id)
),

-- The index of each part starts at 1, which is its first peak.
placed as (
    select
        days.*,
        days.day >= watched.starts_on as is_after,
        greatest(
            first(days.growth_before) over so_far,
            max(days.highest_growth) over earlier
        ) as high_before,
    from days
    inner join watched using (subject_no)
    window
        so_far as (
            partition by days.subject_no, days.day >= watched.starts_on
            order by days.day
            rows unbounded preceding
        ),
        earlier as (
            partition by days.subject_no, days.day >= watched.starts_on
            order by days.day
            rows between unbounded preceding and 1 preceding
        )
),

-- A part without a result of a trade or adjustment has no figures.
grown as (
    select
        placed.subject_no,
        placed.is_after,
        max(placed.total_losses) > min(placed.total_losses_before)
            as has_lost_all,
        case when has_lost_all then 0.0
            else arg_max(placed.growth, placed.day)
                / arg_min(placed.growth_before, placed.day) end as twr_index,
        case when has_lost_all then -1.0
            else min(least(
                placed.lowest_growth / placed.high_before - 1, placed.day_fall
            )) end as fall,
    from placed
    group by placed.subject_no, placed.is_after
    having sum(placed.results_count) > 0
),

traded as (
    select
        subject_trades.subject_no,
        subject_trades.closed_at >= watched.starts_on as is_after,
        count(*) as trades,
        count(*) filter (subject_trades.net_minor > 0) as won,
        sum(greatest(subject_trades.net_minor, 0)) as won_minor,
        -sum(least(subject_trades.net_minor, 0)) as lost_minor,
    from subject_trades
    inner join watched using (subject_no)
    group by
        subject_trades.subject_no,
        subject_trades.closed_at >= watched.starts_on
),

-- Deposits and other bookings move returns too. They count only if they came
-- afterwards, so that many small ones don't hide late trades.
booked as (
    select
        subject_trades.subject_no,
        subject_trades.closed_at as booked_at,
        subject_trades.came_late,
        true as is_trade,
        true as is_result,
    from subject_trades
    union all
    select
        subject_flows.subject_no,
        subject_flows."at",
        subject_flows.came_late,
        false,
        subject_flows.kind = 'adjustment',
    from subject_flows
),

late_bookings as (
    select
        booked.subject_no,
        booked.is_trade,
        coalesce(booked.came_late or booked.is_result
            and list_bool_or(list_transform(
                watched.gaps,
                lambda gap: booked.booked_at >= gap.begins
                    and booked.booked_at < gap.ends
            )), false) as is_late,
    from booked
    inner join watched using (subject_no)
    where booked.booked_at >= watched.starts_on
),

late_shares as (
    select
        late_bookings.subject_no,
        count(*) filter (late_bookings.is_late) / count(*) as share,
    from late_bookings
    where late_bookings.is_trade or late_bookings.is_late
    group by late_bookings.subject_no
),

-- By the rules of `sharpe_ratio_annualized` of the whole record.
weekday_returns as (
    select
        equity_weekdays.subject_no,
        equity_weekdays.weekday >= watched.starts_on as is_after,
        count(*) as weekdays,
        count(*) filter (equity_weekdays.has_report) as reported,
        avg(equity_weekdays.return_share) as mean,
        twelve_digits(stddev_samp(equity_weekdays.return_share)) as deviation,
    from equity_weekdays
    inner join watched using (subject_no)
    group by
        equity_weekdays.subject_no,
        equity_weekdays.weekday >= watched.starts_on
),

spans as (
    select
        watched.subject_no,
        watched.starts_on,
        coalesce(any_value(facts.cut_on), min(days.day)) as first_day,
        greatest(any_value(facts.updated_at)::date, max(days.day)) + 1 as ends_on,
    from watched
    inner join days using (subject_no)
    inner join facts using (subject_no)
    group by watched.subject_no, watched.starts_on
),

parts as (
    select
        grown.subject_no,
        grown.is_after,
        {
            twr_percent: case when capital.starting_minor is not null
                then percent_once(grown.twr_index - 1) end,
            max_drawdown_percent: case when capital.starting_minor is not null
                then percent_once(-grown.fall) end,
            trades: coalesce(traded.trades, 0),
            win_rate: percent_once(traded.won / traded.trades),
            profit_factor: six_decimals_once(
                ratio(traded.won_minor, traded.lost_minor)
            ),
            sharpe_ratio_annualized: case
                when weekday_returns.weekdays >= 30
                    and weekday_returns.reported
                    >= least(30, weekday_returns.weekdays / 2)
                    and weekday_returns.deviation > 0
                    then six_decimals_once(
                        weekday_returns.mean / weekday_returns.deviation
                        * sqrt(252)
                    )
            end,
            months: round(
                case when grown.is_after
                    then spans.ends_on
                        - greatest(spans.starts_on, spans.first_day)
                    else least(spans.starts_on, spans.ends_on)
                        - spans.first_day end
                / 30.4375, 1
            ) + 0.0
        } as figures,
        case when grown.is_after
            then percent_once(late_shares.share) end as late_percent,
    from grown
    inner join capital using (subject_no)
    inner join spans using (subject_no)
    left join traded using (subject_no, is_after)
    left join late_shares using (subject_no)
    left join weekday_returns using (subject_no, is_after)
)

select
    selection.subject_id,
    later.late_percent,
    earlier.figures as before,
    later.figures as after,
from selection
left join parts as earlier
    on selection.subject_no = earlier.subject_no and not earlier.is_after
left join parts as later
    on selection.subject_no = later.subject_no and later.is_after
