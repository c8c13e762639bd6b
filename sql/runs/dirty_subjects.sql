-- one row per subject to compute again, with its chunk. Subjects that were held back before are
-- apart from others. Accounts come before portfolios, which are held back with their members.
with
due as (
    select subjects.subject_id
    from subjects
    cross join run_context
    left join computed using (subject_id)
    where computed.input is distinct from input_of(
        run_context.form,
        subjects.definition,
        subjects.observed,
        subjects.observed_from,
        computed.newest_booking_at
    )
        or computed.valid_until <= run_context.as_of
        or computed.as_of > run_context.as_of
        or computed.withheld is not null
),

due_members as (
    select subject_members.account_id
    from subject_members
    semi join due using (subject_id)
),

sizes as (
    select trades.account_id, count(*) as trades
    from trades
    semi join due_members using (account_id)
    group by trades.account_id
),

sized as (
    select
        due.subject_id,
        any_value(subjects.type = 'portfolio') as is_portfolio,
        any_value(
            case
                when computed.withheld is null then 1
                when subjects.type = 'portfolio' then 2
                else 0
            end
        ) as turn,
        coalesce(sum(sizes.trades), 0)::bigint as trades,
    from due
    inner join subjects using (subject_id)
    left join computed using (subject_id)
    left join subject_members using (subject_id)
    left join sizes using (account_id)
    group by due.subject_id
),

-- Chunks that are computed at once are about equally large. Little work is not
-- split, because each chunk takes time to plan.
turn_totals as (
    select
        sized.turn,
        sum(sized.trades) as trades,
        count(*) as subjects,
        ceil(greatest(
            sum(sized.trades) / any_value(run_context.chunk_trades),
            count(*) / any_value(run_context.chunk_subjects)
        ) / any_value(run_context.chunks_at_once))
        * any_value(run_context.chunks_at_once) as chunks,
        sum(sized.trades) < 100000 and count(*) < 1000 as is_little,
    from sized
    cross join run_context
    group by sized.turn
),

limits as (
    select
        turn_totals.turn,
        case
            when turn_totals.is_little then run_context.chunk_trades
            else least(
                run_context.chunk_trades,
                greatest(1, ceil(turn_totals.trades / turn_totals.chunks))
            )
        end as trades,
        case
            when turn_totals.is_little then run_context.chunk_subjects
            else least(
                run_context.chunk_subjects,
                ceil(turn_totals.subjects / turn_totals.chunks)
            )
        end as subjects,
    from turn_totals
    cross join run_context
)

select
    sized.subject_id,
    sized.is_portfolio,
    sized.trades,
    sized.turn * 1000000000
    + floor(greatest(
        (sum(sized.trades) over in_turn - sized.trades) / limits.trades,
        (row_number() over in_turn - 1) / limits.subjects
    ))::bigint as chunk_no,
from sized
inner join limits using (turn)
window in_turn as (
    partition by sized.turn
    order by sized.is_portfolio, sized.subject_id
    rows unbounded preceding
)
