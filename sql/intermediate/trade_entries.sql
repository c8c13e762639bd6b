-- one row per subject and entry: closed trades of one instrument and side, each
-- opened at most ten seconds after the one before. Times in milliseconds, lots
-- in hundred-millionths.
with
timed as (
    select
        subject_trades.subject_no,
        subject_trades.member_no,
        subject_trades.symbol,
        subject_trades.side,
        subject_trades.ticket,
        subject_trades.open_price,
        coalesce(subject_trades.magic_number, 0) as magic_number,
        epoch_ms(subject_trades.opened_at) as opened_ms,
        epoch_ms(subject_trades.closed_at) as closed_ms,
        round(subject_trades.volume::double * 100000000)::bigint as lots,
        subject_trades.net_minor,
    from subject_trades
),

begun as (
    select
        timed.*,
        coalesce(timed.opened_ms - lag(timed.opened_ms) over in_order > 10000, true)
            as begins,
    from timed
    window in_order as (
        partition by
            timed.subject_no,
            timed.member_no,
            timed.symbol,
            timed.side
        order by timed.opened_ms, timed.ticket
    )
),

numbered as (
    select
        begun.*,
        sum(begun.begins::integer) over (
            partition by
                begun.subject_no,
                begun.member_no,
                begun.symbol,
                begun.side
            order by begun.opened_ms, begun.ticket
            rows unbounded preceding
        ) as side_no,
    from begun
),

entered as (
    select
        numbered.subject_no,
        numbered.member_no,
        numbered.symbol,
        numbered.side,
        numbered.side_no,
        any_value(numbered.ticket) filter (numbered.begins) as ticket,
        any_value(numbered.open_price) filter (numbered.begins) as price,
        any_value(numbered.magic_number) filter (numbered.begins) as magic_number,
        min(numbered.opened_ms) as opened_ms,
        max(numbered.closed_ms) as ended_ms,
        sum(numbered.lots)::bigint as lots,
        sum(numbered.net_minor) as net_minor,
        count(*) as trades,
    from numbered
    group by
        numbered.subject_no,
        numbered.member_no,
        numbered.symbol,
        numbered.side,
        numbered.side_no
),

ended as (
    select
        entered.*,
        coalesce(entered.ended_ms - lag(entered.ended_ms) over in_order > 10000, true)
            as ends_apart,
    from entered
    window in_order as (
        partition by
            entered.subject_no,
            entered.member_no,
            entered.symbol,
            entered.side
        order by entered.ended_ms, entered.opened_ms, entered.ticket
    )
)

select
    ended.* exclude (ends_apart),
    -- Baskets: entries that ended at most ten seconds after one another.
    sum(ended.ends_apart::integer) over (
        partition by
            ended.subject_no,
            ended.member_no,
            ended.symbol,
            ended.side
        order by ended.ended_ms, ended.opened_ms, ended.ticket
        rows unbounded preceding
    ) as basket_no,
from ended
