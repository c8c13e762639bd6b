-- one row per account or portfolio that a stranger may read: its by_magic_number,
-- null where hidden
create or replace view shared_by_magic_number as
select
    shown_subjects.slug,
    shown_subjects.type,
    by_magic_number.* exclude (subject_id),
from shown_subjects
left join by_magic_number
    on shown_subjects.subject_id = by_magic_number.subject_id
    and not list_contains(shown_subjects.hidden, 'by_magic_number');
comment on view shared_by_magic_number is 'by_magic_number of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
