-- one row per subject with trades that were lost or doubled between the source
-- tables and the marts
with
sources as (
    select members.subject_no, count(*) as trades
    from trades
    inner join members using (account_no)
    where members.cut_at is null or trades.closed_at >= members.cut_at
    group by members.subject_no
),

listed as (
    select listed_trades.subject_no, count(*) as trades
    from listed_trades
    group by listed_trades.subject_no
)

select
    selection.subject_id,
    'withheld_lost_trades' as code,
    coalesce(sources.trades, 0) as in_sources,
    coalesce(listed.trades, 0) as in_list,
    computed_advanced.total_trades as in_advanced,
    len(computed_twr.twr_trade_by_trade) as in_twr,
from selection
inner join computed_advanced using (subject_id)
inner join computed_twr using (subject_id)
left join sources using (subject_no)
left join listed using (subject_no)
where sources.trades is distinct from listed.trades
    or coalesce(sources.trades, 0) <> coalesce(computed_advanced.total_trades, 0)
    or coalesce(sources.trades, 0) <> len(computed_twr.twr_trade_by_trade)
