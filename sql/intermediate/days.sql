-- one row per subject and UTC day with an event
with
booked as (
    select
        history.subject_no,
        history.happened_at::date as day,
        count(*) filter (history.is_trade) as trades_count,
        count(*) filter (history.is_trade and history.amount_minor > 0)
            as won,
        coalesce(
            sum(history.amount_minor) filter (history.is_result), 0.0
        ) as net_minor,
        arg_max(history.balance_minor, history.event_no) as balance_minor,
        arg_max(history.twr_index, history.event_no) as twr_index,
        arg_max(history.drawdown_share, history.event_no)
            filter (history.is_trade) as drawdown_share,
        min(history.drawdown_share) as deepest_share,
        max(history.balance_minor) filter (history.is_trade)
            as highest_balance_minor,
        arg_max(history.growth, history.event_no) as growth,
        arg_min(history.growth_before, history.event_no) as growth_before,
        max(history.growth) as highest_growth,
        min(history.growth) as lowest_growth,
        -- below the highest since the day began
        min(history.growth / history.day_high - 1) as day_fall,
        max(history.won_so_far) as won_so_far,
        max(history.trade_no) as trades_so_far,
        max(history.total_losses) as total_losses,
        min(history.total_losses_before) as total_losses_before,
    from history
    group by history.subject_no, history.happened_at::date
)

select
    booked.*,
    row_number() over so_far as day_no,
    sum(booked.net_minor) over so_far as net_so_far_minor,
    max(greatest(booked.twr_index, 1)) over so_far as peak_index,
    -- until the next one its figures stand
    coalesce(lead(booked.day) over so_far, booked.day + 1) - booked.day
        as days_standing,
from booked
window so_far as (
    partition by booked.subject_no
    order by booked.day
    rows unbounded preceding
)
