-- one row per account or portfolio that a stranger may read: its twr,
-- null where hidden
create or replace view shared_twr as
select
    shown_subjects.slug,
    shown_subjects.type,
    twr.* exclude (subject_id),
from shown_subjects
left join twr
    on shown_subjects.subject_id = twr.subject_id
    and not list_contains(shown_subjects.hidden, 'twr');
comment on view shared_twr is 'twr of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
