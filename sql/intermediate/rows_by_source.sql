-- one row per subject and source of published trades or bookings: how many of its rows count, and
-- how many a better source overrules
with
counting as (
    select members.subject_no, selected_trades.source, 'trade' as kind,
    from selected_trades
    inner join members using (account_no)

    union all

    select members.subject_no, cash_flows.source, 'booking' as kind,
    from cash_flows
    inner join members using (account_id)
    where cash_flows.kind <> 'credit'
),

-- Compares values that decide the result. Comments, stops and targets often differ between two
-- platforms' files of the same trade.
overruled as (
    select
        members.subject_no,
        lesser.source,
        case when lesser.side = better.side
            and lesser.volume = better.volume
            and lesser.open_price = better.open_price
            and lesser.close_price = better.close_price
            and date_trunc('second', lesser.opened_at)
            = date_trunc('second', better.opened_at)
            and date_trunc('second', lesser.closed_at)
            = date_trunc('second', better.closed_at)
            and lesser.profit = better.profit
            and lesser.commission = better.commission
            and lesser.swap = better.swap
            then 'equal' else 'different' end as kind,
    from overruled_trades as lesser
    inner join members using (account_id)
    inner join selected_trades as better
        on members.account_no = better.account_no
        and lesser.ticket = better.ticket

    union all

    select
        members.subject_no,
        lesser.source,
        case when lesser.amount = better.amount
            and lesser.kind = better.kind
            and date_trunc('second', lesser."at")
            = date_trunc('second', better."at")
            then 'equal' else 'different' end as kind,
    from overruled_flows as lesser
    inner join members using (account_id)
    inner join cash_flows as better
        on lesser.account_id = better.account_id and lesser.id = better.id
    where better.kind <> 'credit'
),

rows_of_all as (
    select * from counting
    union all
    select * from overruled
)

select
    rows_of_all.subject_no,
    rows_of_all.source,
    count(*) filter (rows_of_all.kind = 'trade') as trades,
    count(*) filter (rows_of_all.kind = 'booking') as flows,
    count(*) filter (rows_of_all.kind in ('equal', 'different')) as compared,
    count(*) filter (rows_of_all.kind = 'different') as differing,
from rows_of_all
group by rows_of_all.subject_no, rows_of_all.source
