-- one row per subject and entry: closed trades of one instrument and side, each
-- opened at most ten seconds after the one before. Times are in milliseconds,
-- lots in hundred-millionths. Numbered by instrument, side and time.
with
-- Numbers of instruments and sides, which sort faster than their names.
instruments as (
    select
        subject_trades.subject_no,
        subject_trades.member_no,
        subject_trades.symbol,
        row_number() over () as instrument_no,
    from subject_trades
    group by
        subject_trades.subject_no,
        subject_trades.member_no,
        subject_trades.symbol
),

timed as (
    select
        subject_trades.subject_no,
        subject_trades.member_no,
        instruments.instrument_no,
        2 * instruments.instrument_no
        + case subject_trades.side when 'buy' then 0 else 1 end as side_no,
        subject_trades.ticket,
        subject_trades.open_price,
        coalesce(subject_trades.magic_number, 0) as magic_number,
        epoch_ms(subject_trades.opened_at) as opened_ms,
        epoch_ms(subject_trades.closed_at) as closed_ms,
        round(subject_trades.volume::double * 100000000)::bigint as lots,
        subject_trades.net_minor,
    from subject_trades
    inner join instruments using (subject_no, member_no, symbol)
),

-- DuckDB keeps the order of sorted rows. Windows over all of them take a fifth
-- of the time of windows over each instrument and side.
in_order as (
    select timed.*
    from timed
    order by timed.side_no, timed.opened_ms, timed.ticket
),

begun as (
    select
        in_order.*,
        (
            lag(in_order.side_no) over () is distinct from in_order.side_no
            or in_order.opened_ms - lag(in_order.opened_ms) over () > 10000
        ) as begins,
    from in_order
),

numbered as (
    select
        begun.*,
        sum(begun.begins::integer) over (rows unbounded preceding)::bigint
            as entry_no,
    from begun
),

entered as (
    select
        numbered.entry_no,
        any_value(numbered.subject_no) as subject_no,
        any_value(numbered.member_no) as member_no,
        any_value(numbered.instrument_no) as instrument_no,
        any_value(numbered.side_no) as side_no,
        any_value(case when numbered.begins then numbered.ticket end) as ticket,
        any_value(case when numbered.begins then numbered.open_price end)
            as price,
        any_value(case when numbered.begins then numbered.magic_number end)
            as magic_number,
        min(numbered.opened_ms) as opened_ms,
        max(numbered.closed_ms) as ended_ms,
        sum(numbered.lots)::bigint as lots,
        sum(numbered.net_minor) as net_minor,
        count(*) as trades,
    from numbered
    group by numbered.entry_no
),

by_end as (
    select entered.*
    from entered
    order by entered.side_no, entered.ended_ms, entered.entry_no
),

ended as (
    select
        by_end.*,
        (
            lag(by_end.side_no) over () is distinct from by_end.side_no
            or by_end.ended_ms - lag(by_end.ended_ms) over () > 10000
        ) as ends_apart,
    from by_end
),

-- Baskets: entries that ended at most ten seconds after one another.
together as (
    select
        ended.* exclude (ends_apart),
        sum(ended.ends_apart::integer) over (rows unbounded preceding)::bigint
            as basket_no,
    from ended
)

select
    together.*,
    together.side_no % 2 = 0 as is_buy,
from together
