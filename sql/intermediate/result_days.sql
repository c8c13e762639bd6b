-- one row per subject: its days with a result (a closed trade or an adjustment),
-- in order, as rows of an equity curve
with
reported as (
    select
        days.*,
        equity_days.twr_equity_index,
        case when equity_days.day = days.day then equity_days.equity end
            as equity,
    from days
    asof left join equity_days
        on days.subject_no = equity_days.subject_no
        and days.day >= equity_days.day
    where days.results_count > 0
)

-- Sorting the finished rows by their first field, the date, costs half as much
-- as an ordered aggregate.
select
    reported.subject_no,
    list_sort(list(
        {
            date: strftime(reported.day, '%Y-%m-%d'),
            cumulative_balance: money(reported.balance_minor, capital.unit),
            cumulative_equity: reported.equity,
            cumulative_profit: money(reported.net_so_far_minor, capital.unit),
            twr_percent: percent(reported.twr_index - 1),
            twr_equity_percent: case
                when capital.starting_minor is not null
                    then percent(reported.twr_equity_index - 1)
            end,
            drawdown: percent(reported.drawdown_share),
            peak_balance: money(reported.peak_balance_minor, capital.unit),
            trades_count: reported.trades_count,
            win_rate: percent(ratio(reported.won, reported.trades_count))
        }
    )) as of_days,
from reported
inner join capital using (subject_no)
group by reported.subject_no
