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

stale as (
    select definitions.subject_id
    from definitions
    cross join run_context
    cross join changes
    left join computed_subjects using (subject_id)
    left join touched using (subject_id)
    left join mixed using (subject_id)
    left join benchmarked using (subject_id)
    left join held_back using (subject_id)
    where run_context.is_full
        or held_back.subject_id is not null
        or changes.symbols_changed
        or computed_subjects.subject_id is null
        -- Before the first watched day it makes no difference when that is.
        or computed_subjects.input <> hash(
            definitions.definition,
            case when computed_subjects.newest_booking_at >= definitions.observed_from
                then definitions.observed end
        )
        or computed_subjects.valid_until <= run_context.as_of
        or computed_subjects.as_of > run_context.as_of
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
