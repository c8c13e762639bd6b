-- one row: the instant that a run computes for, whether it computes every
-- subject anew, and where a shard ends
select
    $as_of::timestamp as as_of,
    $is_full::boolean as is_full,
    $shard_trades::bigint as shard_trades,
    $shard_subjects::integer as shard_subjects,
