-- one row: the instant that a run computes for, the number of the version that
-- it may write, whether it computes every subject anew, and where a chunk ends
select
    $as_of::timestamp as as_of,
    $version_no::bigint as version_no,
    $is_full::boolean as is_full,
    -- a trade in a chunk takes about 3,000 bytes beyond what the memory limit
    -- is for
    coalesce($chunk_trades::bigint, greatest(50000, least(
        800000,
        parse_formatted_bytes(current_setting('memory_limit')) // 3000
    ))) as chunk_trades,
    $chunk_subjects::integer as chunk_subjects,
