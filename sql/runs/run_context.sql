-- one row: the time of the run and the number of the version that it may write.
-- It also says whether every subject is computed, and how large a chunk is.
select
    $as_of::timestamp as as_of,
    $version_no::bigint as version_no,
    $is_full::boolean as is_full,
    -- A trade in a chunk takes about 3,000 bytes in addition to the memory
    -- limit.
    coalesce($chunk_trades::bigint, greatest(50000, least(
        800000,
        parse_formatted_bytes(current_setting('memory_limit')) // 3000
    ))) as chunk_trades,
    $chunk_subjects::integer as chunk_subjects,
