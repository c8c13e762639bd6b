-- one row per subject: the entries of by_magic_number with the most trades
select
    selection.subject_id,
    cardinality(computed_by_magic_number.by_magic_number) as keys,
    coalesce(top_entries.entries, []) as entries,
from selection
inner join computed_by_magic_number using (subject_id)
left join top_entries
    on selection.subject_no = top_entries.subject_no
    and top_entries.dimension = 'magic_number'
