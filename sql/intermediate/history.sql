-- one row per subject and event, with capital and returns so far
with
balances as (
    select
        events.*,
        capital.opening_minor + events.total_minor as balance_minor,
    from events
    inner join capital using (subject_no)
),

-- time-weighted: result / capital just before it, flows apart (GIPS 2020,
-- 2.A.32 true time-weighted return); at worst everything is lost
returns as (
    select
        balances.* exclude (total_minor),
        case
            when balances.is_result
                and balances.balance_minor - balances.amount_minor > 0
                then greatest(
                    balances.amount_minor
                    / (balances.balance_minor - balances.amount_minor),
                    -1
                )
        end as return_share,
    from balances
),

-- growth leaves total losses out, which are counted apart, so that the
-- return of any later period can still be told
grown as (
    select
        returns.*,
        case when returns.return_share > -1 then 1 + returns.return_share
            else 1 end as factor,
        product(factor) over so_far as growth,
        max(greatest(returns.net_so_far_minor, 0)) over so_far
            as highest_net_minor,
        -- an aggregate with a filter takes time by the square of a long account
        sum(two_counts(
            returns.return_share = -1,
            returns.is_trade and returns.amount_minor < 0
        )) over so_far as losses,
        sum(two_counts(
            returns.is_trade, returns.is_trade and returns.amount_minor > 0
        )) over so_far as trades,
    from returns
    window so_far as (
        partition by returns.subject_no
        order by returns.event_no
        rows unbounded preceding
    )
),

indexed as (
    select
        grown.*,
        first_count(grown.losses) as total_losses,
        case
            when grown.balance_minor is null then null
            when total_losses > 0 then 0
            else grown.growth
        end as twr_index,
    from grown
)

select
    indexed.subject_no,
    indexed.event_no,
    indexed.happened_at,
    indexed.opened_at,
    indexed.is_trade,
    indexed.is_result,
    indexed.amount_minor,
    indexed.balance_minor,
    indexed.return_share,
    indexed.growth,
    indexed.growth / indexed.factor as growth_before,
    indexed.total_losses,
    max(indexed.growth) over day_so_far as day_high,
    indexed.total_losses
    - case indexed.return_share when -1 then 1 else 0 end
        as total_losses_before,
    indexed.twr_index,
    indexed.net_so_far_minor,
    indexed.highest_net_minor - indexed.net_so_far_minor as net_fall_minor,
    first_count(indexed.trades) as trade_no,
    second_count(indexed.trades) as won_so_far,
    second_count(indexed.losses) as lost_so_far,
from indexed
window day_so_far as (
    partition by indexed.subject_no, indexed.happened_at::date
    order by indexed.event_no
    rows unbounded preceding
)
