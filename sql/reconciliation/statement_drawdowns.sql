-- one row per statement with a covered trade: drawdowns by the method of
-- MetaTrader, on a balance that only results move. Also the drawdown of the
-- time-weighted index, on which deposits and withdrawals have no effect.
with
results as (
    select
        statement_bookings.account_id,
        statement_bookings.statement,
        statement_bookings.booking_no,
        statement_bookings.amount::double as amount,
        statement_bookings.balance_before::double as balance_before,
    from statement_bookings
    where statement_bookings.kind = 'trade'
        and statement_bookings.is_covered
        and statement_bookings.prints_results
),

-- Balance before the first trade, or the first deposit, whatever comes later.
first_flows as (
    select
        statement_bookings.account_id,
        statement_bookings.statement,
        arg_min(statement_bookings.amount, statement_bookings.booking_no)
            ::double as amount,
    from statement_bookings
    where statement_bookings.kind <> 'trade' and statement_bookings.is_covered
    group by statement_bookings.account_id, statement_bookings.statement
),

starts as (
    select
        results.account_id,
        results.statement,
        unnest(list_distinct(list_value(
            arg_min(results.balance_before, results.booking_no),
            any_value(first_flows.amount)
        ))) as start,
    from results
    left join first_flows using (account_id, statement)
    group by results.account_id, results.statement
),

balances as (
    select
        results.account_id,
        results.statement,
        starts.start,
        results.booking_no,
        results.amount,
        starts.start + sum(results.amount) over so_far as balance,
    from results
    inner join starts
        on results.account_id = starts.account_id
        and results.statement = starts.statement
        and starts.start is not null
    window so_far as (
        partition by results.account_id, results.statement, starts.start
        order by results.booking_no
        rows unbounded preceding
    )
),

falls as (
    select
        balances.*,
        greatest(balances.start, max(balances.balance) over so_far) as peak,
    from balances
    window so_far as (
        partition by balances.account_id, balances.statement, balances.start
        order by balances.booking_no
        rows unbounded preceding
    )
),

-- Balance after each trade, and the return of each trade on the balance before
-- it.
points as (
    select
        balances.account_id,
        balances.statement,
        balances.start,
        balances.balance,
        ratio(
            balances.balance, balances.balance - balances.amount
        ) - 1 as return_share,
        row_number() over so_far as point_no,
    from balances
    window so_far as (
        partition by balances.account_id, balances.statement, balances.start
        order by balances.booking_no
    )
    union all by name
    select distinct
        balances.account_id,
        balances.statement,
        balances.start,
        balances.start as balance,
        0 as point_no,
    from balances
),

-- Regression line through the balance (MetaTrader's LR), and the Sharpe ratio
-- of the returns per trade. The deviation is of the population; newer builds
-- use the sample, times the root of 252. Null below three trades.
lines as (
    select
        points.account_id,
        points.statement,
        points.start,
        regr_sxx(points.balance, points.point_no) as sxx,
        regr_syy(points.balance, points.point_no) as syy,
        regr_sxy(points.balance, points.point_no) as sxy,
        count(*) as count,
        ratio(
            avg(points.return_share), stddev_pop(points.return_share)
        ) as sharpe,
        sqrt(252) * ratio(
            avg(points.return_share), stddev_samp(points.return_share)
        ) as annual_sharpe,
    from points
    group by points.account_id, points.statement, points.start
),

deepest as (
    select
        falls.account_id,
        falls.statement,
        falls.start,
        falls.start - least(falls.start, min(falls.balance)) as absolute,
        max(falls.peak - falls.balance) as maximal,
        arg_max(falls.peak, falls.peak - falls.balance) as maximal_peak,
        max(ratio(falls.peak - falls.balance, falls.peak)) as relative,
        arg_max(
            falls.peak - falls.balance,
            ratio(falls.peak - falls.balance, falls.peak)
        ) as relative_amount,
    from falls
    group by falls.account_id, falls.statement, falls.start
),

listed as (
    select
        deepest.account_id,
        deepest.statement,
        list({
            absolute: twelve_digits(deepest.absolute),
            maximal: twelve_digits(deepest.maximal),
            maximal_percent:
                100 * ratio(deepest.maximal, deepest.maximal_peak),
            relative_percent: 100 * deepest.relative,
            relative: twelve_digits(deepest.relative_amount),
            sharpe: case when lines.count > 3
                then twelve_digits(lines.sharpe) end,
            annual_sharpe: case when lines.count > 3
                then twelve_digits(lines.annual_sharpe) end,
            correlation: case when lines.count > 3 then
                twelve_digits(ratio(lines.sxy, sqrt(lines.sxx * lines.syy)))
            end,
            line_error: case when lines.count > 3 then twelve_digits(sqrt(
                greatest(lines.syy - pow(lines.sxy, 2) / lines.sxx, 0)
                / (lines.count - 2)
            )) end
        } order by deepest.start desc) as falls,
    from deepest
    inner join lines using (account_id, statement, start)
    group by deepest.account_id, deepest.statement
),

measured as (
    select
        results.account_id,
        results.statement,
        results.booking_no,
        case when results.balance_before > 0
            then greatest(results.amount / results.balance_before, -1) end
            as return_share,
        case when return_share is null then 1 else 1 + return_share end
            as factor,
    from results
),

grown as (
    select
        measured.*,
        case
            when min(measured.factor) over so_far = 0 then 0
            else growth_of(sum(log_units(measured.factor)) over so_far)
        end as growth,
    from measured
    window so_far as (
        partition by measured.account_id, measured.statement
        order by measured.booking_no
        rows unbounded preceding
    )
),

indexed as (
    select
        grown.*,
        grown.growth
        / greatest(1, max(grown.growth) over so_far) - 1 as drawdown_share,
    from grown
    window so_far as (
        partition by grown.account_id, grown.statement
        order by grown.booking_no
        rows unbounded preceding
    )
),

means as (
    select
        indexed.account_id,
        indexed.statement,
        -min(indexed.drawdown_share) as drawdown_share,
        arg_max(indexed.growth, indexed.booking_no) as growth,
        avg(indexed.return_share) as mean_return,
        case when min(indexed.return_share) > -1
            then exp(avg(
                case when indexed.return_share > -1
                    then ln(1 + indexed.return_share) end
            )) - 1 end
            as geometric_mean_return,
    from indexed
    group by indexed.account_id, indexed.statement
)

select
    means.*,
    listed.falls,
from means
left join listed using (account_id, statement)
