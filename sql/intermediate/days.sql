-- one row per subject and UTC day with an event
with
booked as (
    select
        history.subject_no,
        history.happened_at::date as day,
        count(*) filter (history.is_trade) as trades_count,
        count(*) filter (history.is_result) as results_count,
        count(*) filter (history.is_trade and history.amount_minor > 0)
            as won,
        coalesce(
            sum(history.amount_minor) filter (history.is_result), 0.0
        ) as net_minor,
        coalesce(
            sum(history.amount_minor) filter (not history.is_result), 0.0
        ) as flow_minor,
        arg_max(history.net_so_far_minor, history.event_no)
            as net_so_far_minor,
        arg_max(history.balance_minor, history.event_no) as balance_minor,
        arg_max(history.twr_index, history.event_no) as twr_index,
        coalesce(
            arg_max(history.twr_index, history.event_no)
                filter (history.is_trade),
            arg_max(history.twr_index, history.event_no)
        ) as fallen_index,
        coalesce(
            arg_max(history.day_high, history.event_no)
                filter (history.is_trade),
            arg_max(history.day_high, history.event_no)
        ) as fallen_high,
        arg_max(history.day_high, history.event_no) as high_at_end,
        max({
            index: history.twr_index, event_no: history.event_no,
            net_minor: history.net_so_far_minor
        }) filter (history.twr_index >= 1) as top,
        min(history.twr_index) as lowest_index,
        min(history.twr_index / history.day_high) as lowest_of_high,
        max(history.balance_minor) filter (history.is_trade)
            as highest_balance_minor,
        arg_max(history.growth, history.event_no) as growth,
        arg_min(history.growth_before, history.event_no) as growth_before,
        max(history.growth) as highest_growth,
        min(history.growth) as lowest_growth,
        min(history.growth / history.day_high) as lowest_growth_of_high,
        max(history.won_so_far) as won_so_far,
        max(history.trade_no) as trades_so_far,
        max(history.total_losses) as total_losses,
        min(history.total_losses_before) as total_losses_before,
    from history
    group by history.subject_no, history.happened_at::date
),

-- The index starts at 1, which is the first peak. A peak may lie within an earlier day, after any
-- of its trades.
followed as (
    select
        booked.*,
        coalesce(
            max(greatest(booked.highest_growth, 1)) over before, 1
        ) as high_before,
        row_number() over so_far as day_no,
        max(booked.highest_balance_minor) over so_far as peak_balance_minor,
        max(greatest(booked.twr_index, 1)) over so_far as peak_index,
        -- A day counts until the next day with an event.
        coalesce(lead(booked.day) over so_far, booked.day + 1) - booked.day
            as days_standing,
    from booked
    window
        so_far as (
            partition by booked.subject_no
            order by booked.day
            rows unbounded preceding
        ),
        before as (
            partition by booked.subject_no
            order by booked.day
            rows between unbounded preceding and 1 preceding
        )
)

select
    followed.subject_no,
    followed.day,
    followed.trades_count,
    followed.results_count,
    followed.won,
    followed.net_minor,
    followed.flow_minor,
    followed.balance_minor,
    followed.twr_index,
    -- Fall after the last trade, at the end of the day, and the deepest of the
    -- day, all below the highest peak so far. The peak may be on the day itself.
    -- On a day without trades, the first is the fall at its end.
    least(
        followed.fallen_index / followed.high_before,
        followed.fallen_index / followed.fallen_high
    ) - 1 as drawdown_share,
    least(
        followed.twr_index / followed.high_before,
        followed.twr_index / followed.high_at_end
    ) - 1 as share_at_end,
    least(
        followed.lowest_index / followed.high_before, followed.lowest_of_high
    ) - 1 as deepest_share,
    followed.top.index as top_index,
    followed.top.net_minor as net_at_top_minor,
    followed.peak_balance_minor,
    followed.growth,
    followed.growth_before,
    -- Deepest fall since the day began.
    followed.highest_growth,
    followed.lowest_growth,
    least(
        followed.lowest_growth_of_high,
        followed.lowest_growth / followed.growth_before
    ) - 1 as day_fall,
    followed.won_so_far,
    followed.trades_so_far,
    followed.total_losses,
    followed.total_losses_before,
    followed.day_no,
    followed.net_so_far_minor,
    followed.peak_index,
    followed.days_standing,
from followed
