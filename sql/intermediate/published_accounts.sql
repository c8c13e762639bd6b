-- one row per account of which the version in service has a record: up to when
-- that knew it, which of its days are closed, and since when its history counts
with
opened as (
    select
        published_records.subject_id as account_id,
        published_records.as_of,
        from_json(published_records.record, '{
            "digest": "VARCHAR",
            "reached_at": "TIMESTAMP",
            "cut": "VARCHAR",
            "facts": "VARCHAR"
        }') as record,
    from published_records
    semi join members on published_records.subject_id = members.account_id
    where published_records.record is not null
)

select
    opened.account_id,
    opened.as_of[:10] as closed_before,
    opened.record.digest = record_digest(opened.record.cut) as is_comparable,
    opened.record.reached_at as reached_at,
    opened.record.cut as cut,
    opened.record.facts as facts,
from opened
