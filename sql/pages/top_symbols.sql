-- one row per subject: the entries of by_symbol with the most trades
select
    selection.subject_id,
    cardinality(computed_by_symbol.by_symbol) as keys,
    coalesce(top_entries.entries, []) as entries,
from selection
inner join computed_by_symbol using (subject_id)
left join top_entries
    on selection.subject_no = top_entries.subject_no
    and top_entries.dimension = 'symbol'
