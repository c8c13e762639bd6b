-- one row per subject: its calendar days with their returns, deposits and withdrawals, profit and
-- balance. Days on which nothing happened are left out: `every_day` puts them back.
with
listed as (
    select
        calendar_days.subject_no,
        list_sort(list({
            date: calendar_days.day::varchar,
            twr_percent: eight_decimals(100 * calendar_days.return_share),
            equity_percent: eight_decimals(100 * calendar_days.equity_share),
            flows: money(calendar_days.flow_minor, capital.unit),
            profit: money(calendar_days.net_minor, capital.unit),
            balance: money(calendar_days.balance_minor, capital.unit)
        })) as days,
    from calendar_days
    inner join capital using (subject_no)
    group by calendar_days.subject_no
)

select
    selection.subject_id,
    case when capital.has_data then money(capital.opening_minor, capital.unit) end
        as starting_balance,
    coalesce(listed.days, []) as days,
from selection
inner join capital using (subject_no)
left join listed using (subject_no)
