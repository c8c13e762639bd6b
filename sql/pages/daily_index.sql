-- one row per subject: its index by day, for gains between any two days: totals
-- up to the end of each day with an event
with
listed as (
    select
        days.subject_no,
        min(days.day) as first_day,
        max(days.day) as last_day,
        list_sort(list({
            day: days.day - date '1970-01-01',
            high: twelve_digits(days.highest_growth),
            low: twelve_digits(days.lowest_growth),
            fall: round(days.day_fall, 9) + 0.0,
            growth: twelve_digits(days.growth),
            losses: days.total_losses::integer,
            net: money(days.net_so_far_minor, capital.unit),
            trades: days.trades_so_far::integer,
            won: days.won_so_far::integer
        })) as rows,
    from days
    inner join capital using (subject_no)
    group by days.subject_no
),

flowed as (
    select
        subject_flows.subject_no,
        subject_flows."at"::date - date '1970-01-01' as day,
        sum(greatest(subject_flows.amount_minor, 0)) as deposits_minor,
        -sum(least(subject_flows.amount_minor, 0)) as withdrawals_minor,
    from subject_flows
    where subject_flows.kind = 'flow'
    group by subject_flows.subject_no, subject_flows."at"::date
),

flows_so_far as (
    select
        flowed.subject_no,
        flowed.day,
        sum(flowed.deposits_minor) over so_far as deposits_minor,
        sum(flowed.withdrawals_minor) over so_far as withdrawals_minor,
    from flowed
    window so_far as (
        partition by flowed.subject_no
        order by flowed.day
        rows unbounded preceding
    )
),

flows as (
    select
        flows_so_far.subject_no,
        list_sort(list({
            day: flows_so_far.day,
            deposits: money(flows_so_far.deposits_minor, capital.unit),
            withdrawals: money(flows_so_far.withdrawals_minor, capital.unit)
        })) as rows,
    from flows_so_far
    inner join capital using (subject_no)
    group by flows_so_far.subject_no
)

select
    selection.subject_id,
    strftime(coalesce(facts.cut_on, listed.first_day), '%Y-%m-%d') as first_day,
    strftime(
        case when facts.cut_on is not null or listed.first_day is not null
            then greatest(
                facts.cut_on, facts.updated_at::date, listed.last_day
            ) end,
        '%Y-%m-%d'
    ) as last_day,
    capital.printed_digits as digits,
    capital.starting_minor is not null as has_capital,
    not capital.deposits_unknown as has_deposits,
    list_transform(coalesce(listed.rows, []), lambda one: one.day) as day,
    list_transform(coalesce(listed.rows, []), lambda one: one.growth) as growth,
    list_transform(coalesce(listed.rows, []), lambda one: one.losses) as losses,
    list_transform(coalesce(listed.rows, []), lambda one: one.net) as net,
    list_transform(coalesce(listed.rows, []), lambda one: one.trades) as trades,
    list_transform(coalesce(listed.rows, []), lambda one: one.won) as won,
    list_transform(coalesce(listed.rows, []), lambda one: one.high) as high,
    list_transform(coalesce(listed.rows, []), lambda one: one.low) as low,
    list_transform(coalesce(listed.rows, []), lambda one: one.fall) as fall,
    coalesce(flows.rows, []) as flows,
from selection
inner join capital using (subject_no)
left join facts using (subject_no)
left join listed using (subject_no)
left join flows using (subject_no)
