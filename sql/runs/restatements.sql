-- one row per selected subject and restatement of its published days
with
numbered as (
    select
        computed_restatements.subject_id,
        generate_subscripts(computed_restatements.restatements, 1) as row_no,
        unnest(computed_restatements.restatements) as entry,
    from computed_restatements
)

select
    numbered.subject_id,
    numbered.row_no,
    numbered.entry.found_at::timestamptz as found_at,
    numbered.entry.version as version,
    numbered.entry.kind as kind,
    list_transform(
        numbered.entry.days,
        lambda part: {
            "of": part."of",
            first_day: part.first_day::date,
            days_affected: part.days_affected
        }
    ) as days,
    numbered.entry.profit_before as profit_before,
    numbered.entry.profit_after as profit_after,
    numbered.entry.twr_before as twr_before,
    numbered.entry.twr_after as twr_after,
from numbered
