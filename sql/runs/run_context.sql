-- one row: the time of the run and the number of the version that it may write.
-- It also says whether every subject is computed, how large a chunk is at most,
-- and how many are computed at once.
select
    $as_of::timestamp as as_of,
    $version_no::bigint as version_no,
    $is_full::boolean as is_full,
    -- Two chunks share the memory limit, and take as much again.
    coalesce($chunk_trades::bigint, greatest(50000, least(
        600000,
        parse_formatted_bytes(current_setting('memory_limit')) // 4000
    ))) as chunk_trades,
    $chunk_subjects::integer as chunk_subjects,
    $chunks_at_once::integer as chunks_at_once,
