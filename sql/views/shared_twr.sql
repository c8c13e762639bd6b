-- one row per registered account or portfolio: twr without internal ids
create or replace view shared_twr as
select subjects.slug, subjects.type, twr.* exclude (subject_id)
from twr
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_twr is 'twr of registered accounts and portfolios by slug, without internal ids.';
