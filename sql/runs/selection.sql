-- one row per subject of the chunk to compute, or per portfolio without a
-- chunk, numbered in order of their ids
select
    row_number() over (order by subjects.subject_id)::integer as subject_no,
    subjects.subject_id,
    subjects.type,
    subjects.currency,
    subjects.created_at,
from dirty_subjects
inner join subjects using (subject_id)
where dirty_subjects.chunk_no = $chunk_no::bigint
    or ($chunk_no::bigint is null and subjects.type = 'portfolio')
