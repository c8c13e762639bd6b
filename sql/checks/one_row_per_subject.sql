-- one row per subject that a mart or a part of pages lacks or holds twice
with
counted as (
    select 'summary' as mart, subject_id, count(*) as rows
    from computed_summary group by all
    union all
    select 'equity_curve', subject_id, count(*)
    from computed_equity_curve group by all
    union all
    select 'twr', subject_id, count(*)
    from computed_twr group by all
    union all
    select 'monthly', subject_id, count(*)
    from computed_monthly group by all
    union all
    select 'by_symbol', subject_id, count(*)
    from computed_by_symbol group by all
    union all
    select 'by_magic_number', subject_id, count(*)
    from computed_by_magic_number group by all
    union all
    select 'advanced', subject_id, count(*)
    from computed_advanced group by all
    union all
    select 'curve', subject_id, count(*)
    from computed_curve group by all
    union all
    select 'growth', subject_id, count(*)
    from computed_growth group by all
    union all
    select 'top_symbols', subject_id, count(*)
    from computed_top_symbols group by all
    union all
    select 'top_magic_numbers', subject_id, count(*)
    from computed_top_magic_numbers group by all
)

select scope.subject_id, sum(counted.rows) as rows
from scope
left join counted using (subject_id)
group by scope.subject_id
having count(*) filter (counted.rows = 1) <> 11 or sum(counted.rows) <> 11
