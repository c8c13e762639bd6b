-- one row per subject: how many entries were added to open ones at a loss or a
-- profit. Of each instrument and side, the 20 entries before are looked at.
with
in_order as (
    select
        trade_entries.*,
        -- 2^43 milliseconds are 278 years.
        trade_entries.side_no::hugeint * 8796093022208 as side_base,
    from trade_entries
    order by trade_entries.entry_no
),

-- Adds a base for each instrument and side, so that its latest end is above all
-- those before.
latest as (
    select
        in_order.*,
        max(in_order.side_base + in_order.ended_ms)
            over (rows unbounded preceding) as latest_end,
    from in_order
),

overlapping as (
    select
        latest.entry_no,
        latest.subject_no,
        latest.side_no,
        latest.is_buy,
        latest.price,
        latest.opened_ms,
        latest.side_base,
        lag(latest.latest_end) over () as latest_before,
    from latest
),

looking_back as (
    select
        overlapping.*,
        overlapping.entry_no - unnest(range(1, 21)) as before_no,
    from overlapping
    where overlapping.latest_before
        > overlapping.side_base + overlapping.opened_ms
),

counted as (
    select
        looking_back.entry_no,
        any_value(looking_back.subject_no) as subject_no,
        count(*) filter (
            case when looking_back.is_buy then before.price > looking_back.price
                else before.price < looking_back.price end
        ) as losers,
        count(*) filter (
            case when looking_back.is_buy then before.price < looking_back.price
                else before.price > looking_back.price end
        ) as winners,
    from looking_back
    inner join trade_entries as before
        on looking_back.before_no = before.entry_no
    where before.side_no = looking_back.side_no
        and before.ended_ms > looking_back.opened_ms
    group by looking_back.entry_no
)

select
    counted.subject_no,
    count(*) filter (counted.losers >= 1) as into_losers,
    count(*) filter (counted.winners >= 1) as into_winners,
    count(*) filter (counted.losers >= 3) as into_three_losers,
    count(*) filter (counted.winners >= 3) as into_three_winners,
from counted
group by counted.subject_no
