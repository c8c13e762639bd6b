-- one row per subject: its closed trades by magic number, 0 for manual trades
with
entries as (
    select
        breakdowns.subject_no,
        map_from_entries(
            list_sort(list({key: breakdowns.key, value: breakdowns.entry}))
        ) as by_magic_number,
    from breakdowns
    where breakdowns.dimension = 'magic_number'
    group by breakdowns.subject_no
)

select
    selection.subject_id,
    coalesce(entries.by_magic_number, map {}) as by_magic_number,
from selection
left join entries using (subject_no)
