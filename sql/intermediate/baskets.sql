-- one row per subject and basket: entries of one instrument and side, each ended
-- at most ten seconds after the one before
select
    trade_entries.subject_no,
    trade_entries.member_no,
    trade_entries.symbol,
    trade_entries.side,
    trade_entries.basket_no,
    sum(trade_entries.trades) as trades,
    max(trade_entries.lots) as largest_lots,
    sum(trade_entries.net_minor) as net_minor,
from trade_entries
group by
    trade_entries.subject_no,
    trade_entries.member_no,
    trade_entries.symbol,
    trade_entries.side,
    trade_entries.basket_no
