-- one row per subject and event that moves its capital, with running sums.
-- Numbered by time; at one instant joining capital comes first, then deposits,
-- adjustments, trades, withdrawals.
with
-- Trades of one instant keep their order in the table.
bookings as (
    select
        subject_trades.subject_no,
        subject_trades.closed_at as happened_at,
        3::tinyint as rank,
        -subject_trades.rowid as place,
        subject_trades.net_minor as amount_minor,
        subject_trades.member_no,
    from subject_trades
    union all
    select
        subject_flows.subject_no,
        subject_flows."at",
        case
            when subject_flows.kind = 'adjustment' then 2
            when subject_flows.amount_minor >= 0 then 1
            else 4
        end,
        row_number() over by_id,
        subject_flows.amount_minor,
        subject_flows.member_no,
    from subject_flows
    window by_id as (order by subject_flows.id, subject_flows.member_no)
    union all
    select
        joinings.subject_no,
        joinings.joined_at,
        0,
        joinings.member_no,
        to_minor(
            starting_capital.amount, starting_capital.rate, money_units.unit
        ) as joined_minor,
        joinings.member_no,
    from joinings
    inner join starting_capital using (subject_no, account_id)
    inner join money_units using (subject_no)
    where joined_minor <> 0
),

-- Whole numbers of any size, because running sums go over all subjects.
counted as (
    select
        bookings.*,
        bookings.rank = 3 as is_trade,
        try_cast(bookings.amount_minor as hugeint) as amount,
        case when bookings.rank in (2, 3)
            then try_cast(bookings.amount_minor as hugeint) else 0 end
            as result,
        two_counts(
            bookings.rank = 3, bookings.rank = 3 and bookings.amount_minor > 0
        ) as trades,
        case when bookings.rank = 3 and bookings.amount_minor < 0
            then 1.0::double else 0 end as lost,
    from bookings
),

-- DuckDB keeps the order of sorted rows. One running sum over all subjects
-- takes a fifth of the time of one for each.
in_order as (
    select counted.*
    from counted
    order by
        counted.subject_no,
        counted.happened_at,
        counted.rank,
        counted.place
),

summed as (
    select
        in_order.*,
        row_number() over so_far as event_no,
        sum(in_order.amount) over so_far as total,
        sum(in_order.result) over so_far as net,
        sum(in_order.trades) over so_far as trades_so_far,
        sum(in_order.lost) over so_far as lost_so_far,
    from in_order
    window so_far as (rows unbounded preceding)
),

-- Adds 2^90 per subject, so that the maximum of a subject is above all earlier
-- subjects.
peaked as (
    select
        summed.*,
        max(
            summed.subject_no * 1237940039285380274899124224::hugeint
            + summed.net
        ) over so_far
        - summed.subject_no * 1237940039285380274899124224::hugeint as highest,
    from summed
    window so_far as (rows unbounded preceding)
),

sums as (
    select
        counted.subject_no,
        count(*) as events,
        sum(counted.amount) as total,
        sum(counted.result) as net,
        sum(counted.trades) as trades,
        sum(counted.lost) as lost,
    from counted
    group by counted.subject_no
),

before as (
    select
        sums.subject_no,
        coalesce(sum(sums.events) over earlier, 0)::bigint as events,
        coalesce(sum(sums.total) over earlier, 0) as total,
        coalesce(sum(sums.net) over earlier, 0) as net,
        coalesce(sum(sums.trades) over earlier, 0) as trades,
        coalesce(sum(sums.lost) over earlier, 0) as lost,
    from sums
    window earlier as (
        order by sums.subject_no
        rows between unbounded preceding and 1 preceding
    )
)

select
    peaked.subject_no,
    peaked.member_no,
    peaked.happened_at,
    peaked.is_trade,
    peaked.rank in (2, 3) as is_result,
    peaked.amount_minor,
    peaked.event_no - before.events as event_no,
    (peaked.total - before.total)::double as total_minor,
    (peaked.net - before.net)::double as net_so_far_minor,
    (greatest(peaked.highest, before.net) - peaked.net)::double
        as net_fall_minor,
    first_count(peaked.trades_so_far - before.trades) as trade_no,
    second_count(peaked.trades_so_far - before.trades) as won_so_far,
    peaked.lost_so_far - before.lost as lost_so_far,
from peaked
inner join before using (subject_no)
