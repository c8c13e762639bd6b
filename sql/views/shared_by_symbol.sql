-- one row per registered account or portfolio: by_symbol without internal ids
create or replace view shared_by_symbol as
select subjects.slug, subjects.type, by_symbol.* exclude (subject_id)
from by_symbol
inner join subjects using (subject_id)
where subjects.slug is not null;
comment on view shared_by_symbol is 'by_symbol of registered accounts and portfolios by slug, without internal ids.';
