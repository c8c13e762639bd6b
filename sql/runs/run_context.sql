-- one row: the instant that a run computes for, the number of the version that
-- it may write, whether it computes every subject anew, and where a shard ends
select
    $as_of::timestamp as as_of,
    $version_no::bigint as version_no,
    $is_full::boolean as is_full,
    -- a trade in a shard takes about 3,000 bytes beyond what the memory limit
    -- is for
    coalesce($shard_trades::bigint, greatest(50000, least(
        800000,
        parse_formatted_bytes(current_setting('memory_limit')) // 3000
    ))) as shard_trades,
    $shard_subjects::integer as shard_subjects,
