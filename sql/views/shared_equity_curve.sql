-- one row per account or portfolio that a stranger may read: its equity_curve,
-- null where hidden
create or replace view shared_equity_curve as
select
    shown_subjects.slug,
    shown_subjects.type,
    equity_curve.* exclude (subject_id),
from shown_subjects
left join equity_curve
    on shown_subjects.subject_id = equity_curve.subject_id
    and not list_contains(shown_subjects.hidden, 'equity_curve');
comment on view shared_equity_curve is 'equity_curve of published accounts and portfolios by slug, as strangers may read it: null where hidden.';
