-- one row per registered account or portfolio: summary without internal ids
create or replace view shared_summary as
select subjects.slug, subjects.type, summary.* exclude (subject_id)
from summary
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_summary is 'summary of registered accounts and portfolios by slug, without internal ids.';
