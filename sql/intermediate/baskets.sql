-- one row per subject and basket: entries of one instrument and side, each ended
-- at most ten seconds after the one before
select
    trade_entries.basket_no,
    any_value(trade_entries.subject_no) as subject_no,
    sum(trade_entries.trades) as trades,
    max(trade_entries.lots) as largest_lots,
    sum(trade_entries.net_minor) as net_minor,
from trade_entries
group by trade_entries.basket_no
