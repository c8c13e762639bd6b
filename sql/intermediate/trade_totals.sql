-- one row per subject with closed trades: sums that do not depend on the order
select
    subject_trades.subject_no,
    count(*) as trades,
    count(*) filter (subject_trades.net_minor > 0) as won,
    count(*) filter (subject_trades.net_minor < 0) as lost,
    sum(subject_trades.net_minor) as net_minor,
    coalesce(
        sum(subject_trades.net_minor) filter (subject_trades.net_minor > 0),
        0.0
    ) as won_minor,
    coalesce(
        sum(subject_trades.net_minor) filter (subject_trades.net_minor < 0),
        0.0
    ) as lost_minor,
    stddev_samp(subject_trades.net_minor) as deviation_minor,
    median(subject_trades.net_minor) as median_minor,
    max(subject_trades.net_minor) as best_minor,
    min(subject_trades.net_minor) as worst_minor,
    count(subject_trades.micropips) as trades_with_pips,
    sum(subject_trades.micropips) as micropips,
    max(subject_trades.micropips) as best_micropips,
    min(subject_trades.micropips) as worst_micropips,
    count(*) filter (subject_trades.side = 'buy') as longs,
    count(*) filter (
        subject_trades.side = 'buy' and subject_trades.net_minor > 0
    ) as longs_won,
    count(*) filter (subject_trades.side = 'sell') as shorts,
    count(*) filter (
        subject_trades.side = 'sell' and subject_trades.net_minor > 0
    ) as shorts_won,
    sum(subject_trades.volume) as volume,
    sum(subject_trades.commission_minor) as commission_minor,
    sum(subject_trades.swap_minor) as swap_minor,
    sum(
        epoch_us(subject_trades.closed_at) - epoch_us(subject_trades.opened_at)
    ) as held_microseconds,
    sum(
        epoch_us(subject_trades.closed_at) - epoch_us(subject_trades.opened_at)
    ) filter (subject_trades.net_minor > 0) as won_microseconds,
    sum(
        epoch_us(subject_trades.closed_at) - epoch_us(subject_trades.opened_at)
    ) filter (subject_trades.net_minor < 0) as lost_microseconds,
    min(subject_trades.opened_at) as first_opened_at,
    max(subject_trades.closed_at) as last_closed_at,
    count(*) filter (subject_trades.magic_number <> 0) as automatic,
from subject_trades
group by subject_trades.subject_no
