-- one row per subject to compute again, with its chunk. Subjects that were held back before are
-- apart from others. Accounts come before portfolios, which are held back with their members.
with
-- An account without a row in `accounts` is in no figure.
touched as (
    select distinct subject_members.subject_id
    from subject_members
    inner join pending_changes using (account_id)
    inner join accounts using (account_id)
),

mixed as (
    select distinct subjects.subject_id
    from subjects
    inner join subject_members using (subject_id)
    inner join accounts using (account_id)
    where subjects.type = 'portfolio' and accounts.currency <> subjects.currency
),

benchmarked as (
    select subjects.subject_id
    from subjects
    where subjects.benchmark is not null or subjects.subject_id = ''
),

changes as (
    select
        count(*) filter (pending_changes.table_name = 'symbols') > 0
            as symbols_changed,
        count(*) filter (pending_changes.table_name = 'fx_rates') > 0
            as rates_changed,
        count(*) filter (pending_changes.table_name = 'prices') > 0
            as prices_changed,
    from pending_changes
),

-- Start of the longest period (day, week, month, year) that ended since the last run. A booking
-- or report after it was in a current period then, and may be in none now.
computed as (
    select
        computed_subjects.*,
        least(
            case when date_trunc('day', computed_subjects.as_of)
                <> date_trunc('day', run_context.as_of)
                then date_trunc('day', computed_subjects.as_of) end,
            case when date_trunc('week', computed_subjects.as_of)
                <> date_trunc('week', run_context.as_of)
                then date_trunc('week', computed_subjects.as_of) end,
            case when date_trunc('month', computed_subjects.as_of)
                <> date_trunc('month', run_context.as_of)
                then date_trunc('month', computed_subjects.as_of) end,
            case when date_trunc('year', computed_subjects.as_of)
                <> date_trunc('year', run_context.as_of)
                then date_trunc('year', computed_subjects.as_of) end
        ) as left_since,
    from computed_subjects
    cross join run_context
),

stale as (
    select definitions.subject_id
    from definitions
    cross join run_context
    cross join changes
    left join computed using (subject_id)
    left join touched using (subject_id)
    left join mixed using (subject_id)
    left join benchmarked using (subject_id)
    left join held_back using (subject_id)
    where run_context.is_full
        or held_back.subject_id is not null
        or changes.symbols_changed
        or computed.subject_id is null
        or computed.definition <> definitions.definition
        or computed.last_known_at >= computed.left_since
        or computed.as_of > run_context.as_of
        or computed.next_booking_at <= run_context.as_of
        -- Before that day it makes no difference when it is.
        or (
            (computed.observed_from, computed.gaps)
            is distinct from (definitions.observed_from, definitions.gaps)
            and computed.newest_booking_at
            >= least(computed.observed_from, definitions.observed_from)
        )
        or touched.subject_id is not null
        or (mixed.subject_id is not null and changes.rates_changed)
        or (benchmarked.subject_id is not null and changes.prices_changed)
),

stale_members as (
    select subject_members.account_id
    from subject_members
    semi join stale using (subject_id)
),

sizes as (
    select trades.account_id, count(*) as trades
    from trades
    semi join stale_members using (account_id)
    group by trades.account_id
),

sized as (
    select
        stale.subject_id,
        any_value(subjects.type = 'portfolio') as is_portfolio,
        any_value(
            case
                when held_back.subject_id is null then 1
                when subjects.type = 'portfolio' then 2
                else 0
            end
        ) as turn,
        coalesce(sum(sizes.trades), 0)::bigint as trades,
    from stale
    inner join subjects using (subject_id)
    left join held_back using (subject_id)
    left join subject_members using (subject_id)
    left join sizes using (account_id)
    group by stale.subject_id
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
