-- one row per subject and UTC day with an event or an equity report. On the days up to the next row
-- nothing happened. Also has the first day of the subject's calendar, which is the day of its
-- history cut, if it has one.
with
spans as (
    select
        dated.subject_no,
        coalesce(any_value(facts.cut_on), min(dated.day)) as first_day,
    from (
        select days.subject_no, days.day from days
        union all
        select equity_days.subject_no, equity_days.day from equity_days
    ) as dated
    inner join facts using (subject_no)
    group by dated.subject_no
),

uneventful as (
    select dated.subject_no, dated.day
    from (
        select spans.subject_no, spans.first_day as day from spans
        union
        select equity_days.subject_no, equity_days.day from equity_days
    ) as dated
    anti join days using (subject_no, day)
),

dated as (
    select
        days.subject_no,
        days.day,
        case
            when days.total_losses > days.total_losses_before then -1.0
            else days.growth / days.growth_before - 1
        end as return_share,
        days.flow_minor,
        days.net_minor,
        days.balance_minor,
    from days
    union all
    select uneventful.subject_no, uneventful.day, 0.0, 0.0, 0.0, null,
    from uneventful
)

-- A day without an event has the balance of the day before.
select
    dated.subject_no,
    dated.day,
    coalesce(lead(dated.day) over in_order - dated.day, 1) as days_standing,
    case when capital.starting_minor is not null
        then dated.return_share end as return_share,
    case when capital.starting_minor is not null
        then equity_days.return_share end as equity_share,
    dated.flow_minor,
    dated.net_minor,
    coalesce(
        last_value(dated.balance_minor ignore nulls) over in_order,
        capital.opening_minor
    ) as balance_minor,
from dated
inner join capital using (subject_no)
left join equity_days using (subject_no, day)
window in_order as (
    partition by dated.subject_no
    order by dated.day
    rows unbounded preceding
)
