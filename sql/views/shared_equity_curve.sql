-- one row per registered account or portfolio: equity_curve without internal ids
create or replace view shared_equity_curve as
select subjects.slug, subjects.type, equity_curve.* exclude (subject_id)
from equity_curve
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_equity_curve is 'equity_curve of registered accounts and portfolios by slug, without internal ids.';
