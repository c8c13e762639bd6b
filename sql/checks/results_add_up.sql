-- one row per subject whose breakdowns do not add up to its net profit
with
by_dimension as (
    select
        breakdowns.subject_no,
        breakdowns.dimension,
        sum(breakdowns.net_minor) as net_minor,
    from breakdowns
    group by breakdowns.subject_no, breakdowns.dimension
)

select
    selection.subject_id,
    case when by_dimension.subject_no is null then 'withheld_no_breakdown'
        else 'withheld_odd_breakdown' end as code,
    by_dimension.dimension,
    by_dimension.net_minor,
    trade_totals.net_minor as total_minor,
from trade_totals
inner join selection using (subject_no)
left join by_dimension using (subject_no)
where by_dimension.net_minor is distinct from trade_totals.net_minor
