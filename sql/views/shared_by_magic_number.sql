-- one row per registered account or portfolio: by_magic_number without internal ids
create or replace view shared_by_magic_number as
select subjects.slug, subjects.type, by_magic_number.* exclude (subject_id)
from by_magic_number
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_by_magic_number is 'by_magic_number of registered accounts and portfolios by slug, without internal ids.';
