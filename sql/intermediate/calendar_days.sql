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

-- Days with an event, behind the day before the first of all.
eventful as (
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
    select
        spans.subject_no,
        spans.first_day - 1,
        0.0,
        0.0,
        0.0,
        capital.opening_minor,
    from spans
    inner join capital using (subject_no)
),

-- Each of them stands for the days without an event that follow.
followed as (
    select
        eventful.*,
        unnest(range(
            coalesce(lead(eventful.day) over in_order, spans.last_day + 1)
            - eventful.day
        )) as days_later,
    from eventful
    inner join spans using (subject_no)
    window in_order as (
        partition by eventful.subject_no
        order by eventful.day
    )
),

dated as (
    select
        followed.* exclude (day),
        followed.day + followed.days_later::integer as day,
        followed.days_later = 0 as has_event,
    from followed
)

-- A day without an event has the balance of the day before.
select
    dated.subject_no,
    dated.day,
    case
        when capital.starting_minor is null then null
        when dated.has_event then dated.return_share
        else 0.0
    end as return_share,
    case when capital.starting_minor is not null
        then equity_days.return_share end as equity_share,
    case when dated.has_event then dated.flow_minor else 0.0 end as flow_minor,
    case when dated.has_event then dated.net_minor else 0.0 end as net_minor,
    dated.balance_minor,
from dated
inner join spans using (subject_no)
inner join capital using (subject_no)
left join equity_days using (subject_no, day)
where dated.day >= spans.first_day
