-- one row per subject: how many entries were added to open ones at a loss or a
-- profit. Of each instrument and side, the 20 entries before are looked at.
with
offsets as (
    select unnest(range(1, 21)) as back
),

-- Only entries that opened before an earlier one had ended.
overlapping as (
    select trade_entries.*,
    from trade_entries
    qualify max(trade_entries.ended_ms) over (
        partition by
            trade_entries.subject_no,
            trade_entries.member_no,
            trade_entries.symbol,
            trade_entries.side
        order by trade_entries.side_no
        rows between 20 preceding and 1 preceding
    ) > trade_entries.opened_ms
),

looking_back as (
    select
        overlapping.*,
        overlapping.side_no - offsets.back as no_before,
    from overlapping
    cross join offsets
    where overlapping.side_no > offsets.back
),

counted as (
    select
        looking_back.subject_no,
        looking_back.member_no,
        looking_back.symbol,
        looking_back.side,
        looking_back.side_no,
        count(*) filter (
            case looking_back.side when 'buy' then before.price > looking_back.price
                else before.price < looking_back.price end
        ) as losers,
        count(*) filter (
            case looking_back.side when 'buy' then before.price < looking_back.price
                else before.price > looking_back.price end
        ) as winners,
    from looking_back
    inner join trade_entries as before
        on looking_back.subject_no = before.subject_no
        and looking_back.member_no = before.member_no
        and looking_back.symbol = before.symbol
        and looking_back.side = before.side
        and looking_back.no_before = before.side_no
    where before.ended_ms > looking_back.opened_ms
    group by
        looking_back.subject_no,
        looking_back.member_no,
        looking_back.symbol,
        looking_back.side,
        looking_back.side_no
)

select
    counted.subject_no,
    count(*) filter (counted.losers >= 1) as into_losers,
    count(*) filter (counted.winners >= 1) as into_winners,
    count(*) filter (counted.losers >= 3) as into_three_losers,
    count(*) filter (counted.winners >= 3) as into_three_winners,
from counted
group by counted.subject_no
