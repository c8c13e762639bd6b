-- one row per registered account or portfolio: monthly without internal ids
create or replace view shared_monthly as
select subjects.slug, subjects.type, monthly.* exclude (subject_id)
from monthly
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_monthly is 'monthly of registered accounts and portfolios by slug, without internal ids.';
