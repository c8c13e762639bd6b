-- one row per account or portfolio that a stranger may read and restatement of
-- its published and closed days, which nobody can hide
create or replace view shared_restatements as
select
    shown_subjects.slug,
    shown_subjects.type,
    restatements.* exclude (subject_id),
from shown_subjects
inner join restatements using (subject_id);
comment on view shared_restatements is 'What of published and closed days turned out otherwise afterwards, by slug and row_no, newest first; owners cannot hide it.';
