-- one row per subject whose years do not compound to its whole return
-- (adjustments before the first and after the last year with a trade apart)
with
compounded as (
    select
        periods.subject_no,
        min(periods.period) as first_period,
        max(periods.period) as last_period,
        product(1 + periods.return_percent / 100) as index_of_years,
    from periods
    where periods.grain = 'year'
    group by periods.subject_no
),

totals as (
    select
        days.subject_no,
        arg_max(days.twr_index, days.day) as twr_index,
        year(min(days.day)) as first_year,
        year(max(days.day)) as last_year,
    from days
    group by days.subject_no
)

select
    scope.subject_id,
    compounded.index_of_years,
    totals.twr_index,
from compounded
inner join totals using (subject_no)
inner join scope using (subject_no)
where totals.first_year = year(compounded.first_period)
    and totals.last_year = year(compounded.last_period)
    and abs(compounded.index_of_years - totals.twr_index)
        > 1e-5 * greatest(1, abs(totals.twr_index))
