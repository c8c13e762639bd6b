-- one row per subject with closed trades and dimension: the breakdown entries
-- with the most trades, in order
with
placed as (
    select
        most_traded.subject_no,
        most_traded.dimension,
        list_sort(list({
            place: most_traded.place,
            key: most_traded.key,
            entry: most_traded.entry
        })) as entries,
    from most_traded
    group by most_traded.subject_no, most_traded.dimension
)

select
    placed.subject_no,
    placed.dimension,
    list_transform(
        placed.entries,
        lambda one: {key: one.key, entry: one.entry}
    ) as entries,
from placed
