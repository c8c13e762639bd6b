-- one row per subject: the entries of by_symbol with the most trades
with
entries as (
    select
        most_traded.subject_no,
        list_sort(list({
            place: most_traded.place,
            key: most_traded.key,
            entry: most_traded.entry
        })) as placed,
    from most_traded
    where most_traded.dimension = 'symbol'
    group by most_traded.subject_no
)

select
    scope.subject_id,
    cardinality(computed_by_symbol.by_symbol) as keys,
    list_transform(
        coalesce(entries.placed, []),
        lambda one: {key: one.key, entry: one.entry}
    ) as entries,
from scope
inner join computed_by_symbol using (subject_id)
left join entries using (subject_no)
