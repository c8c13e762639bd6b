-- one row per subject: its closed trades by instrument
with
entries as (
    select
        breakdowns.subject_no,
        map_from_entries(
            list_sort(list({key: breakdowns.key, value: breakdowns.entry}))
        ) as by_symbol,
    from breakdowns
    where breakdowns.dimension = 'symbol'
    group by breakdowns.subject_no
)

select
    selection.subject_id,
    coalesce(entries.by_symbol, map {}) as by_symbol,
from selection
left join entries using (subject_no)
