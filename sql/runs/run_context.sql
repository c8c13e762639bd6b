-- one row: the time of the run and the number of the version that it may write.
-- It also names the form of the statistics, how large a chunk is at most, and
-- how many are computed at once.
with
limits as (
    select
        parse_formatted_bytes(current_setting('memory_limit')) as memory,
        -- A chunk has at least 50,000 trades.
        least(
            $most_at_once::integer,
            greatest(2, parse_formatted_bytes(current_setting('memory_limit')) // 100000000)
        )::integer as chunks_at_once,
)

select
    $as_of::timestamp as as_of,
    $version_no::bigint as version_no,
    $run_at::timestamp as run_at,
    $form::varchar as form,
    -- Chunks share the memory limit. A trade takes 2,000 bytes of it, and as many of the
    -- process outside of it.
    coalesce($chunk_trades::bigint, greatest(50000, least(
        600000,
        memory // (2000 * greatest(2, chunks_at_once))
    ))) as chunk_trades,
    -- A subject takes 330,000 bytes of it, mostly for the days of its calendar.
    least(
        $chunk_subjects::integer,
        greatest(500, memory // (330000 * greatest(2, chunks_at_once)))
    )::integer as chunk_subjects,
    chunks_at_once,
from limits
