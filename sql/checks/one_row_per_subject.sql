-- one row per subject that is missing or doubled in a mart or in a part of
-- pages
select
    published_rows.subject_id,
    'withheld_odd_rows' as code,
    published_rows.relation,
    published_rows.rows,
from published_rows
where published_rows.rows <> 1
order by published_rows.subject_id, published_rows.relation
