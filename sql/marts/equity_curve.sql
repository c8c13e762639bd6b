-- one row per subject: its days with closed trades, and its deposits and
-- withdrawals
with
traded as (
    select
        days.*,
        equity_days.twr_equity_index,
        case when equity_days.day = days.day then equity_days.equity end
            as equity,
    from days
    asof left join equity_days
        on days.subject_no = equity_days.subject_no
        and days.day >= equity_days.day
    where days.trades_count > 0
),

-- Sorting the finished rows by their first field, the date, costs half as much
-- as an ordered aggregate.
daily as (
    select
        traded.subject_no,
        list_sort(list(
            {
                date: strftime(traded.day, '%Y-%m-%d'),
                cumulative_balance: money(traded.balance_minor, capital.unit),
                cumulative_equity: traded.equity,
                cumulative_profit: money(traded.net_so_far_minor, capital.unit),
                twr_percent: percent(traded.twr_index - 1),
                twr_equity_percent: case
                    when capital.starting_minor is not null
                        then percent(traded.twr_equity_index - 1)
                end,
                drawdown: percent(traded.drawdown_share),
                peak_balance: money(traded.peak_balance_minor, capital.unit),
                trades_count: traded.trades_count,
                win_rate: percent(traded.won / traded.trades_count)
            }
        )) as daily_performance,
    from traded
    inner join capital using (subject_no)
    group by traded.subject_no
),

flows as (
    select
        subject_flows.subject_no,
        list(
            {
                date: strftime(subject_flows."at", '%Y-%m-%d'),
                amount: money(subject_flows.amount_minor, capital.unit)
            }
            order by
                subject_flows."at",
                subject_flows.amount_minor < 0,
                subject_flows.id,
                subject_flows.member_no
        ) as deposits_withdrawals,
    from subject_flows
    inner join capital using (subject_no)
    where subject_flows.kind = 'flow'
    group by subject_flows.subject_no
)

select
    selection.subject_id,
    coalesce(daily.daily_performance, []) as daily_performance,
    coalesce(flows.deposits_withdrawals, []) as deposits_withdrawals,
from selection
left join daily using (subject_no)
left join flows using (subject_no)
