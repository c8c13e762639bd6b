-- one row per selected subject with a restatement in this run, and its data
select
    computed_restatements.subject_id,
    list_transform(
        list_filter(
            computed_restatements.restatements,
            lambda entry: entry.version = run_context.version_no
        ),
        lambda entry: entry.kind
    ) as kinds,
from computed_restatements
cross join run_context
where computed_restatements.restatements[1].version = run_context.version_no
