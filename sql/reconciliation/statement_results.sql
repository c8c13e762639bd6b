-- one row per statement with printed results and rule: sums and counts of its
-- covered trades. Here 0 is neither won nor lost; MetaTrader counts it as won.
-- MetaTrader 5 takes what closing deals brought as results of trades. Costs of
-- opening deals are part of the gross loss alone.
with
rules as (
    select unnest(['ours', 'zero_won', 'opening_apart']) as rule
),

counted as (
    select
        statement_bookings.account_id,
        statement_bookings.statement,
        rules.rule,
        statement_bookings.booking_no,
        statement_bookings.side = 'buy' as is_long,
        case when rules.rule = 'opening_apart'
            then coalesce(statement_bookings.opening_commission, 0)
            else 0
        end as apart,
        statement_bookings.amount - apart as amount,
        statement_bookings.amount - apart > 0
        or (rules.rule <> 'ours' and statement_bookings.amount = apart)
            as is_won,
        statement_bookings.amount - apart < 0 as is_lost,
    from statement_bookings
    cross join rules
    where statement_bookings.kind = 'trade'
        and statement_bookings.is_covered
        and statement_bookings.prints_results
),

turns as (
    select
        counted.*,
        counted.is_won is distinct from lag(counted.is_won) over in_order
            as is_first,
    from counted
    where counted.is_won or counted.is_lost
    window in_order as (
        partition by counted.account_id, counted.statement, counted.rule
        order by counted.booking_no
    )
),

numbered as (
    select
        turns.*,
        sum(turns.is_first::integer) over so_far as run_no,
    from turns
    window so_far as (
        partition by turns.account_id, turns.statement, turns.rule
        order by turns.booking_no
        rows unbounded preceding
    )
),

runs as (
    select
        numbered.account_id,
        numbered.statement,
        numbered.rule,
        numbered.is_won,
        numbered.run_no,
        count(*) as trades,
        sum(numbered.amount) as amount,
    from numbered
    group by
        numbered.account_id,
        numbered.statement,
        numbered.rule,
        numbered.is_won,
        numbered.run_no
),

ranked as (
    select
        runs.*,
        runs.trades = max(runs.trades) over of_outcome as is_longest,
        abs(runs.amount) = max(abs(runs.amount)) over of_outcome as is_largest,
    from runs
    window of_outcome as (
        partition by
            runs.account_id,
            runs.statement,
            runs.rule,
            runs.is_won
    )
),

-- A statement may print any of several equally long streaks.
longest as (
    select
        ranked.account_id,
        ranked.statement,
        ranked.rule,
        count(*) as runs,
        count(*) filter (ranked.is_won) as runs_won,
        count(*) filter (not ranked.is_won) as runs_lost,
        top_runs(ranked, ranked.is_won) as won,
        top_runs(ranked, not ranked.is_won) as lost,
    from ranked
    group by ranked.account_id, ranked.statement, ranked.rule
),

sums as (
    select
        counted.account_id,
        counted.statement,
        counted.rule,
        count(*) as trades,
        count(*) filter (counted.is_won) as won,
        count(*) filter (counted.is_lost) as lost,
        count(*) filter (counted.is_long) as longs,
        count(*) filter (counted.is_long and counted.is_won) as longs_won,
        count(*) filter (not counted.is_long) as shorts,
        count(*) filter (not counted.is_long and counted.is_won) as shorts_won,
        sum(counted.amount + counted.apart)::double as net,
        sum(
            case when counted.is_won then counted.amount else 0 end
            + greatest(counted.apart, 0)
        )::double as gross_profit,
        sum(
            case when counted.is_lost then counted.amount else 0 end
            + least(counted.apart, 0)
        )::double as gross_loss,
        max(counted.amount)::double as best,
        min(counted.amount)::double as worst,
    from counted
    group by counted.account_id, counted.statement, counted.rule
),

-- A count or a sum of no rows is 0. Z as in z_scores.sql.
scores as (
    select
        statements.account_id,
        statements.statement,
        rules.rule,
        coalesce(sums.trades, 0) as trades,
        coalesce(sums.won, 0) as won,
        coalesce(sums.lost, 0) as lost,
        coalesce(sums.longs, 0) as longs,
        coalesce(sums.longs_won, 0) as longs_won,
        coalesce(sums.shorts, 0) as shorts,
        coalesce(sums.shorts_won, 0) as shorts_won,
        coalesce(sums.net, 0) as net,
        coalesce(sums.gross_profit, 0) as gross_profit,
        coalesce(sums.gross_loss, 0) as gross_loss,
        sums.best,
        sums.worst,
        coalesce(longest.runs, 0) as runs,
        coalesce(longest.runs_won, 0) as runs_won,
        coalesce(longest.runs_lost, 0) as runs_lost,
        longest.won as won_runs,
        longest.lost as lost_runs,
        (sums.won + sums.lost)::double as n,
        2.0::double * sums.won * sums.lost as p,
    from statements
    cross join rules
    left join sums using (account_id, statement, rule)
    left join longest using (account_id, statement, rule)
    where statements.prints_results
)

select
    scores.* exclude (n, p),
    case when scores.p > scores.n then
        (scores.n * (scores.runs - 0.5) - scores.p)
        / sqrt(scores.p * (scores.p - scores.n) / (scores.n - 1))
    end as z_score,
from scores
