-- one row per subject whose breakdowns do not add up to its net result
with
by_dimension as (
    select
        breakdowns.subject_no,
        breakdowns.dimension,
        sum(breakdowns.entry.total.profit::decimal(28, 8)) as profit,
    from breakdowns
    group by breakdowns.subject_no, breakdowns.dimension
)

select
    scope.subject_id,
    by_dimension.dimension,
    by_dimension.profit,
    money(trade_totals.net_minor, capital.unit) as net_profit,
from by_dimension
inner join trade_totals using (subject_no)
inner join capital using (subject_no)
inner join scope using (subject_no)
where abs(
    by_dimension.profit::double * capital.unit - trade_totals.net_minor
) > 0.5
