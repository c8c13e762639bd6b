-- one row per subject that a mart or a part of pages lacks or holds twice
select
    published_rows.subject_id,
    published_rows.relation,
    published_rows.rows,
from published_rows
where published_rows.rows <> 1
order by published_rows.subject_id, published_rows.relation
