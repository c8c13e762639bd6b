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
measured as (
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

-- Rows are sorted once, after the join. Then DuckDB keeps their order, and one
-- running sum over all subjects takes half of the time of one for each.
in_order as (
    select measured.*, log_units(measured.factor) as units
    from measured
    order by measured.subject_no, measured.event_no
),

-- Growth leaves out total losses, which are counted separately. So later
-- periods still have a return.
summed as (
    select
        in_order.*,
        sum(in_order.units) over so_far as units_so_far,
        -- A filtered aggregate takes quadratic time for a long account.
        sum(case in_order.return_share when -1 then 1.0::double else 0 end)
            over so_far as losses_so_far,
    from in_order
    window so_far as (rows unbounded preceding)
),

-- Adds 2^112 per subject, or 2^96 per subject and day, so that a maximum is
-- above all earlier ones. Units are below 2^67, and their sums below 2^95. Days
-- are below 2^16, and subjects of a chunk below 2^13.
peaked as (
    select
        summed.*,
        (summed.subject_no * 65536
            + (summed.happened_at::date - date '1970-01-01'))::hugeint
        * 79228162514264337593543950336::hugeint as day_base,
        max(
            case when summed.event_no = 1
                then summed.subject_no
                    * 5192296858534827628530496329220096::hugeint
                    + summed.units_so_far - summed.units end
        ) over so_far
        - summed.subject_no * 5192296858534827628530496329220096::hugeint
            as units_before,
        max(
            case
                when summed.event_no > 1 then null
                when summed.return_share = -1 then summed.losses_so_far - 1
                else summed.losses_so_far
            end
        ) over so_far as losses_before,
        max(day_base + summed.units_so_far) over so_far - day_base
            as highest,
    from summed
    window so_far as (rows unbounded preceding)
),

grown as (
    select
        peaked.* exclude (
            units,
            units_so_far,
            losses_so_far,
            day_base,
            units_before,
            losses_before,
            highest
        ),
        growth_of(peaked.units_so_far - peaked.units_before) as growth,
        growth_of(peaked.highest - peaked.units_before) as day_high,
        peaked.losses_so_far - peaked.losses_before as total_losses,
    from peaked
)

select
    grown.* exclude (factor),
    grown.growth / grown.factor as growth_before,
    grown.total_losses - case grown.return_share when -1 then 1 else 0 end
        as total_losses_before,
    case
        when grown.balance_minor is null then null
        when grown.total_losses > 0 then 0
        else grown.growth
    end as twr_index,
from grown
