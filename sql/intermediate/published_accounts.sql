-- one row per account with a record in the published version. It has the time
-- up to which it was known, its closed days, and the start of its history.
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
