-- one row per subject: its months, its years, and the current periods
with
-- Each year has its own first peak: the index before its first day with an event.
falls as (
    select
        days.subject_no,
        'year' as grain,
        date_trunc('year', days.day)::date as period,
        fall_of(list_prepend(
            {
                day_no: 0::bigint,
                high: arg_min(days.growth_before, days.day),
                low: arg_min(days.growth_before, days.day),
                fall: 0.0::double
            },
            list_sort(list({
                day_no: days.day_no,
                high: days.highest_growth,
                low: days.lowest_growth,
                fall: days.day_fall
            }))
        )).fall as deepest_share,
    from days
    group by days.subject_no, date_trunc('year', days.day)
),

series as (
    select
        periods.subject_no,
        list_sort(list(
            {
                date: strftime(periods.period, '%Y-%m'),
                monthly_profit: money(periods.net_minor, capital.unit),
                monthly_percent: periods.return_percent
            }
        ) filter (periods.grain = 'month')) as monthly_performance,
        list_sort(list(
            {
                date: strftime(periods.period, '%Y'),
                yearly_profit: money(periods.net_minor, capital.unit),
                yearly_percent: periods.return_percent,
                max_drawdown_percent: case
                    when periods.growth is null then null
                    when periods.growth = 0 then 100.0
                    else percent(coalesce(-falls.deepest_share, 0))
                end
            }
        ) filter (periods.grain = 'year')) as yearly_performance,
    from periods
    inner join capital using (subject_no)
    left join falls using (subject_no, grain, period)
    group by periods.subject_no
),

snapshots as (
    select
        current_periods.subject_no,
        current_periods.name,
        {
            profit: current_periods.profit,
            twr_percent: current_periods.twr_percent,
            trades_count: current_periods.trades_count,
            win_rate: current_periods.win_rate,
            volume: current_periods.volume
        } as figures,
    from current_periods
),

current as (
    select
        snapshots.subject_no,
        {
            today:
                any_value(snapshots.figures)
                    filter (snapshots.name = 'today'),
            this_week:
                any_value(snapshots.figures)
                    filter (snapshots.name = 'this_week'),
            this_month:
                any_value(snapshots.figures)
                    filter (snapshots.name = 'this_month'),
            this_year:
                any_value(snapshots.figures)
                    filter (snapshots.name = 'this_year')
        } as period_returns,
    from snapshots
    group by snapshots.subject_no
)

select
    selection.subject_id,
    coalesce(series.monthly_performance, []) as monthly_performance,
    coalesce(series.yearly_performance, []) as yearly_performance,
    current.period_returns,
from selection
left join series using (subject_no)
inner join current using (subject_no)
