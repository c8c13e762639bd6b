-- one row per subject of a chunk after the first $first ones
select dirty_subjects.subject_id
from dirty_subjects
where dirty_subjects.chunk_no = $chunk_no::bigint
order by dirty_subjects.is_portfolio, dirty_subjects.subject_id
offset $first::bigint
