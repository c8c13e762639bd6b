-- one row per subject and kind of amount with too many digits. Whole minor
-- units add up exactly in any order below 2^53. Doubles print apart below 2^52,
-- and to_minor is exact to the unit below 2^50.
with
booked as (
    select
        events.subject_no,
        sum(case when events.amount_minor > 0 then events.amount_minor
            else 0 end) as gains_minor,
        sum(case when events.amount_minor < 0 then -events.amount_minor
            else 0 end) as losses_minor,
    from events
    group by events.subject_no
),

costs as (
    select
        subject_trades.subject_no,
        sum(abs(subject_trades.commission_minor)) as commissions_minor,
        sum(abs(subject_trades.swap_minor)) as swaps_minor,
    from subject_trades
    group by subject_trades.subject_no
),

sums as (
    select
        capital.subject_no,
        capital.unit,
        coalesce(capital.starting_minor, 0) as starting_minor,
        coalesce(capital.opening_minor, 0) as opening_minor,
        abs(coalesce(capital.idle_minor, 0)) as idle_minor,
        abs(coalesce(capital.starting_minor, 0)) + greatest(
            coalesce(booked.gains_minor, 0),
            coalesce(booked.losses_minor, 0),
            coalesce(costs.commissions_minor, 0),
            coalesce(costs.swaps_minor, 0)
        ) as sum_minor,
    from capital
    left join booked using (subject_no)
    left join costs using (subject_no)
),

-- Only sums near the limit need the second look below: few subjects have them. Profit above 2^50
-- needs costs as large, or is a gain or loss of that size.
large as (
    from sums where not sums.sum_minor < pow(2, 49)
),

amounts as (
    select
        large.subject_no,
        large.unit,
        members.currency = members.subject_currency as is_own,
        unnest([
            selected_trades.profit, selected_trades.commission, selected_trades.swap
        ]) as amount,
    from selected_trades
    inner join members using (account_no)
    inner join large using (subject_no)
    union all
    select large.subject_no, large.unit, member_flows.rate = 1, member_flows.amount
    from member_flows
    inner join large using (subject_no)
    union all
    select
        large.subject_no,
        large.unit,
        starting_capital.rate = 1,
        starting_capital.amount,
    from starting_capital
    inner join large using (subject_no)
),

-- The whole part and the fraction are exact separately.
misread as (
    select amounts.subject_no, count(*) as amounts_misread
    from amounts
    where amounts.is_own
        and to_minor(amounts.amount, 1, amounts.unit)
        <> trunc(amounts.amount)::double * amounts.unit
        + round(
            (amounts.amount - trunc(amounts.amount))::double * amounts.unit
        )
    group by amounts.subject_no
),

figures as (
    select
        large.subject_no,
        greatest(
            abs(events.amount_minor),
            abs(large.opening_minor + events.total_minor) + large.idle_minor
        ) as minor,
    from events
    inner join large using (subject_no)
    union all
    select large.subject_no, abs(days.net_so_far_minor)
    from days
    inner join large using (subject_no)
),

printed as (
    select figures.subject_no, max(figures.minor) as largest_minor
    from figures
    group by figures.subject_no
),

-- No report has more than 8 decimals, so smaller amounts keep all digits.
reported as (
    select
        members.subject_no,
        max(money_digits(selected_equity.equity)) as decimals,
        max(abs(selected_equity.equity))::double as largest,
    from selected_equity
    inner join members using (account_no)
    where abs(selected_equity.equity) >= 45000000
        and not abs(selected_equity.equity)::double
            * pow(10, money_digits(selected_equity.equity)) < pow(2, 52)
    group by members.subject_no
)

select
    selection.subject_id,
    'withheld_inexact_bookings' as code,
    log10(large.unit)::integer as decimals,
    twelve_digits(greatest(
        coalesce(printed.largest_minor, 0), abs(large.starting_minor)
    ) / large.unit) as largest,
    twelve_digits(large.sum_minor / large.unit) as total,
from large
inner join selection using (subject_no)
left join printed using (subject_no)
left join misread using (subject_no)
where not large.sum_minor < pow(2, 53)
    or not abs(large.starting_minor) < pow(2, 52)
    or not coalesce(printed.largest_minor, 0) < pow(2, 52)
    or misread.amounts_misread > 0
union all
select
    selection.subject_id,
    'withheld_inexact_equity',
    reported.decimals,
    reported.largest,
    null,
from reported
inner join selection using (subject_no)
