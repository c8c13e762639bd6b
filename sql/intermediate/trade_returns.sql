-- one row per subject with closed trades: statistics of its single returns
-- and of its runs of wins and losses, zero results left out of the runs
with
decided as (
    select
        history.subject_no,
        history.amount_minor > 0 as is_win,
        lag(history.amount_minor > 0) over in_order as was_win,
    from history
    where history.is_trade and history.amount_minor <> 0
    window in_order as (
        partition by history.subject_no
        order by history.event_no
    )
),

runs as (
    select
        decided.subject_no,
        count(*) filter (
            decided.was_win is null or decided.was_win <> decided.is_win
        ) as runs,
    from decided
    group by decided.subject_no
),

returns as (
    select
        history.subject_no,
        avg(history.return_share) as mean_return,
        bool_or(history.return_share = -1) as lost_all,
        avg(
            case when history.return_share > -1
                then ln(1 + history.return_share) end
        ) as mean_log_return,
    from history
    where history.is_trade
    group by history.subject_no
)

select
    returns.subject_no,
    returns.mean_return,
    case when not returns.lost_all then exp(returns.mean_log_return) - 1 end
        as geometric_mean_return,
    coalesce(runs.runs, 0) as runs,
from returns
left join runs using (subject_no)
