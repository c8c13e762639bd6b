-- one row per subject: its days with results in the newest three months that
-- have any
with
resulting as (
    select
        days.subject_no,
        days.day,
        days.net_minor,
        days.trades_count,
    from days
    where days.trades_count > 0 or days.net_minor <> 0
),

ends as (
    select
        resulting.subject_no,
        date_trunc('month', max(resulting.day)) - interval 2 month as since,
    from resulting
    group by resulting.subject_no
),

listed as (
    select
        resulting.subject_no,
        list_sort(list({
            date: strftime(resulting.day, '%Y-%m-%d'),
            profit: money(resulting.net_minor, capital.unit),
            trades: resulting.trades_count::integer
        })) as rows,
    from resulting
    inner join ends using (subject_no)
    inner join capital using (subject_no)
    where resulting.day >= ends.since
    group by resulting.subject_no
)

select
    selection.subject_id,
    list_transform(coalesce(listed.rows, []), lambda one: one.date) as date,
    list_transform(coalesce(listed.rows, []), lambda one: one.profit) as profit,
    list_transform(coalesce(listed.rows, []), lambda one: one.trades) as trades,
from selection
left join listed using (subject_no)
