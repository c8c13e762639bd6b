-- one row per registered account or portfolio: advanced without internal ids
create or replace view shared_advanced as
select subjects.slug, subjects.type, advanced.* exclude (subject_id)
from advanced
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_advanced is 'advanced of registered accounts and portfolios by slug, without internal ids.';
