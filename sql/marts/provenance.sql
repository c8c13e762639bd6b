-- one row per subject: number of its trades and bookings by source
with
counted as (
    select
        rows_by_source.subject_no,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'broker_api') as broker_api,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'terminal') as terminal,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'operator_file') as operator_file,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'owner_statement') as owner_statement,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'owner_api') as owner_api,
        any_value(rows_by_source)
            filter (rows_by_source.source = 'feed') as feed,
    from rows_by_source
    group by rows_by_source.subject_no
)

select
    selection.subject_id,
    by_source(counted.broker_api) as broker_api,
    by_source(counted.terminal) as terminal,
    by_source(counted.operator_file) as operator_file,
    by_source(counted.owner_statement) as owner_statement,
    by_source(counted.owner_api) as owner_api,
    by_source(counted.feed) as feed,
from selection
left join counted using (subject_no)
