-- one row per subject and day with an equity report, with its return: (equity -
-- flows since the previous report) / previous equity - 1. Also the fall of
-- their product below its peak, which starts at 1.
with
followed as (
    select
        equity_reports.*,
        lag(equity_reports.equity) over in_order as previous_equity,
    from equity_reports
    window in_order as (
        partition by equity_reports.subject_no
        order by equity_reports.day
    )
),

measured as (
    select
        followed.*,
        case when followed.previous_equity > 0 then
            greatest(
                (followed.equity - followed.flow) / followed.previous_equity - 1,
                -1
            )
        end as return_share,
        case when return_share is null then 1 else 1 + return_share end
            as factor,
    from followed
),

indexed as (
    select
        measured.subject_no,
        measured.day,
        measured.equity,
        measured.previous_equity,
        measured.return_share,
        case
            when measured.previous_equity is null then null
            when min(measured.factor) over so_far = 0 then 0
            else growth_of(sum(log_units(measured.factor)) over so_far)
        end as twr_equity_index,
    from measured
    window so_far as (
        partition by measured.subject_no
        order by measured.day
        rows unbounded preceding
    )
)

select
    indexed.*,
    indexed.twr_equity_index
    / max(greatest(indexed.twr_equity_index, 1)) over so_far - 1
        as drawdown_share,
from indexed
window so_far as (
    partition by indexed.subject_no
    order by indexed.day
    rows unbounded preceding
)
