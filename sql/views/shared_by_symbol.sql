-- one row per account or portfolio that a stranger may read: its by_symbol,
-- null where hidden
create or replace view shared_by_symbol as
select
    shown_subjects.slug,
    shown_subjects.type,
    by_symbol.* exclude (subject_id),
from shown_subjects
left join by_symbol
    on shown_subjects.subject_id = by_symbol.subject_id
    and not list_contains(shown_subjects.hidden, 'by_symbol');
comment on view shared_by_symbol is 'by_symbol of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
