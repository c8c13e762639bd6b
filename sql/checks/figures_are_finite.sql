-- one row per subject and figure outside the range in which doubles keep all
-- digits. Products go from 1e-290 to 1e290, exchange rates from 1e-30 to 1e30.
-- Millionths of pips stay below 2^53.
with
spans as (
    select
        days.subject_no,
        'withheld_odd_index' as code,
        min(days.growth) as lowest,
        max(days.growth) as highest,
        1e-290 as low,
        1e290 as high,
    from days
    group by days.subject_no
    union all
    select
        equity_days.subject_no,
        'withheld_odd_equity_index',
        min(equity_days.twr_equity_index),
        max(equity_days.twr_equity_index),
        1e-290,
        1e290,
    from equity_days
    where equity_days.twr_equity_index <> 0
    group by equity_days.subject_no
    union all
    select
        day_rates.subject_no,
        'withheld_odd_rate',
        min(day_rates.rate),
        max(day_rates.rate),
        1e-30,
        1e30,
    from day_rates
    group by day_rates.subject_no
    union all
    select
        trade_totals.subject_no,
        'withheld_odd_pips',
        trade_totals.worst_micropips / 1000000,
        trade_totals.best_micropips / 1000000,
        -9007199254.740992,
        9007199254.740992,
    from trade_totals
    where trade_totals.trades_with_pips > 0
)

select
    selection.subject_id,
    spans.code,
    case
        when spans.highest <= spans.high then spans.lowest
        else spans.highest
    end as value,
from spans
inner join selection using (subject_no)
where not (spans.lowest >= spans.low and spans.highest <= spans.high)
