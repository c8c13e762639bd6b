-- one row per subject and event, with capital and returns so far
with
balances as (
    select
        events.* exclude (total_minor),
        capital.opening_minor + events.total_minor as balance_minor,
    from events
    inner join capital using (subject_no)
),

-- Time-weighted: result / capital just before it, without deposits and
-- withdrawals (GIPS 2020, 2.A.32, true time-weighted return). The smallest
-- value is a total loss.
returns as (
    select
        balances.*,
        case
            when balances.is_result
                and balances.balance_minor - balances.amount_minor > 0
                then greatest(
                    balances.amount_minor
                    / (balances.balance_minor - balances.amount_minor),
                    -1
                )
        end as return_share,
        case when return_share > -1 then 1 + return_share else 1 end as factor,
    from balances
),

-- Growth leaves out total losses, which are counted separately. So later
-- periods still have a return.
grown as (
    select
        returns.*,
        growth_of(sum(log_units(returns.factor)) over so_far) as growth,
        -- A filtered aggregate takes quadratic time for a long account.
        sum(case returns.return_share when -1 then 1.0::double else 0 end)
            over so_far as total_losses,
    from returns
    window so_far as (
        partition by returns.subject_no
        order by returns.event_no
        rows unbounded preceding
    )
)

select
    grown.* exclude (factor),
    grown.growth / grown.factor as growth_before,
    max(grown.growth) over day_so_far as day_high,
    grown.total_losses - case grown.return_share when -1 then 1 else 0 end
        as total_losses_before,
    case
        when grown.balance_minor is null then null
        when grown.total_losses > 0 then 0
        else grown.growth
    end as twr_index,
from grown
window day_so_far as (
    partition by grown.subject_no, grown.happened_at::date
    order by grown.event_no
    rows unbounded preceding
)
