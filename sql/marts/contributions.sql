-- one row per subject: for a portfolio, the weight of each account and what it
-- contributed to profit, return and the deepest fall
with
-- A result moves the index. Added up, these steps are the whole return.
booked as (
    select
        history.subject_no,
        history.member_no,
        history.event_no,
        history.amount_minor,
        case when history.is_result then history.amount_minor else 0.0 end
            as result_minor,
        history.twr_index,
        history.twr_index
        - case when history.total_losses_before > 0 then 0
            else history.growth_before end as step,
        max(greatest(history.twr_index, 1)) over so_far as peak,
    from history
    inner join selection using (subject_no)
    where selection.type = 'portfolio'
    window so_far as (
        partition by history.subject_no
        order by history.event_no
        rows unbounded preceding
    )
),

-- The deepest fall; on a tie the earliest.
lowest as (
    select
        booked.subject_no,
        min({
            share: twelve_digits(booked.twr_index / booked.peak),
            event_no: booked.event_no,
            peak: booked.peak
        }) as fall,
    from booked
    group by booked.subject_no
),

-- It begins after the last event at its peak, or with the first event.
falls as (
    select
        booked.subject_no,
        any_value(lowest.fall.peak) as peak,
        any_value(lowest.fall.event_no) as last_no,
        coalesce(
            max(booked.event_no)
                filter (booked.twr_index >= lowest.fall.peak),
            0
        ) as peak_no,
    from booked
    inner join lowest using (subject_no)
    where booked.event_no <= lowest.fall.event_no
    group by booked.subject_no
),

-- Transfers between accounts of the portfolio, and capital of accounts without
-- any event, are in no event of it.
moved as (
    select
        rated_flows.subject_no,
        rated_flows.member_no,
        to_minor(rated_flows.amount, rated_flows.rate, money_units.unit)
            as amount_minor,
    from rated_flows
    semi join transfers using (subject_no, account_id, id)
    inner join money_units using (subject_no)
    union all
    select
        members.subject_no,
        members.member_no,
        to_minor(
            starting_capital.amount, starting_capital.rate, money_units.unit
        ),
    from starting_capital
    inner join members using (subject_no, account_id)
    inner join money_units using (subject_no)
    anti join joinings using (subject_no, account_id)
),

of_members as (
    select
        members.subject_no,
        members.member_no,
        any_value(subjects.slug) as slug,
        coalesce(sum(booked.result_minor), 0.0) as result_minor,
        coalesce(sum(booked.amount_minor), 0.0) as booked_minor,
        coalesce(sum(booked.step), 0.0) as step,
        coalesce(
            sum(booked.step) filter (
                booked.event_no > falls.peak_no
                and booked.event_no <= falls.last_no
            ),
            0.0
        ) / any_value(coalesce(falls.peak, 1)) as fall,
    from members
    inner join selection using (subject_no)
    inner join subjects on members.account_id = subjects.subject_id
    left join booked using (subject_no, member_no)
    left join falls using (subject_no)
    where selection.type = 'portfolio'
    group by members.subject_no, members.member_no
),

moved_by_members as (
    select
        moved.subject_no,
        moved.member_no,
        sum(moved.amount_minor) as amount_minor,
    from moved
    group by moved.subject_no, moved.member_no
),

worth as (
    select
        of_members.*,
        of_members.booked_minor + coalesce(moved_by_members.amount_minor, 0.0)
            as worth_minor,
    from of_members
    left join moved_by_members using (subject_no, member_no)
),

whole as (
    select worth.subject_no, sum(worth.worth_minor) as worth_minor
    from worth
    group by worth.subject_no
),

listed as (
    select
        worth.subject_no,
        list({
            member: worth.slug,
            weight_percent: case
                when capital.starting_minor is not null
                    and whole.worth_minor > 0
                    then percent(worth.worth_minor / whole.worth_minor)
            end,
            net_profit: money(worth.result_minor, capital.unit),
            return_percent: case when capital.starting_minor is not null
                then percent(worth.step) end,
            drawdown_percent: case when capital.starting_minor is not null
                then percent(-worth.fall) end
        } order by worth.slug) as members,
    from worth
    inner join whole using (subject_no)
    inner join capital using (subject_no)
    group by worth.subject_no
)

select
    selection.subject_id,
    coalesce(listed.members, []) as members,
from selection
left join listed using (subject_no)
