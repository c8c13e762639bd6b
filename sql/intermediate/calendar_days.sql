-- one row per subject and UTC calendar day, from the first to the last with an event or an equity
-- report. After a history cut they begin with the day of the cut.
with
spans as (
    select
        dated.subject_no,
        coalesce(any_value(facts.cut_on), min(dated.day)) as first_day,
        max(dated.day) as last_day,
    from (
        select days.subject_no, days.day from days
        union all
        select equity_days.subject_no, equity_days.day from equity_days
    ) as dated
    inner join facts using (subject_no)
    group by dated.subject_no
),

dates as (
    select
        spans.subject_no,
        unnest(generate_series(
            spans.first_day::timestamp,
            spans.last_day::timestamp,
            interval 1 day
        ))::date as day,
    from spans
),

followed as (
    select
        dates.subject_no,
        dates.day,
        days.day is not distinct from dates.day as has_event,
        days.net_minor,
        days.flow_minor,
        days.balance_minor,
        days.growth / days.growth_before as growth,
        days.total_losses > days.total_losses_before as has_lost_all,
    from dates
    asof left join days
        on dates.subject_no = days.subject_no
        and dates.day >= days.day
)

-- A day without an event has the balance of the day before.
select
    followed.subject_no,
    followed.day,
    case
        when capital.starting_minor is null then null
        when not followed.has_event then 0.0
        when followed.has_lost_all then -1.0
        else followed.growth - 1
    end as return_share,
    case when capital.starting_minor is not null
        then equity_days.return_share end as equity_share,
    case when followed.has_event then followed.flow_minor else 0.0 end
        as flow_minor,
    case when followed.has_event then followed.net_minor else 0.0 end
        as net_minor,
    coalesce(followed.balance_minor, capital.opening_minor) as balance_minor,
from followed
inner join capital using (subject_no)
left join equity_days using (subject_no, day)
