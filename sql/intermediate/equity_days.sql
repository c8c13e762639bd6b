-- one row per subject and day with an equity report, with its return
-- (equity - flows since the previous report) / previous equity - 1
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

returns as (
    select
        followed.*,
        case when followed.previous_equity > 0 then
            greatest(
                (followed.equity - followed.flow) / followed.previous_equity - 1,
                -1
            )
        end as return_share,
    from followed
)

select
    returns.subject_no,
    returns.day,
    returns.equity,
    returns.previous_equity,
    returns.return_share,
    case when returns.previous_equity is not null then
        product(
            case when returns.return_share is null then 1
                else 1 + returns.return_share end
        ) over so_far
    end as twr_equity_index,
from returns
window so_far as (
    partition by returns.subject_no
    order by returns.day
    rows unbounded preceding
)
