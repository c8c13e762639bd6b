-- one row per subject with closed trades: closing times of its best and its
-- worst trade; on a tie the earliest
select
    subject_trades.subject_no,
    min(subject_trades.closed_at) filter (
        subject_trades.net_minor = trade_totals.best_minor
    ) as best_at,
    min(subject_trades.closed_at) filter (
        subject_trades.net_minor = trade_totals.worst_minor
    ) as worst_at,
from subject_trades
inner join trade_totals using (subject_no)
where subject_trades.net_minor
    in (trade_totals.best_minor, trade_totals.worst_minor)
group by subject_trades.subject_no
