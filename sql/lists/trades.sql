-- one row per subject and closed trade as the API shows it, in the order of
-- subject_trades
select
    subject_trades.subject_no,
    subject_trades.member_no,
    epoch_ms(subject_trades.closed_at)::double as instant,
    subject_trades.ticket,
    subject_trades.symbol,
    subject_trades.side,
    subject_trades.volume::double as volume,
    subject_trades.open_price,
    subject_trades.close_price,
    subject_trades.stop_loss,
    subject_trades.take_profit,
    utc_iso(subject_trades.opened_at) as opened_at,
    utc_iso(subject_trades.closed_at) as closed_at,
    money(subject_trades.profit_minor, subject_trades.unit) as profit,
    money(subject_trades.commission_minor, subject_trades.unit) as commission,
    money(subject_trades.swap_minor, subject_trades.unit) as swap,
    money(subject_trades.net_minor, subject_trades.unit) as net_profit,
    nullif(subject_trades.comment, '') as comment,
    subject_trades.magic_number,
from subject_trades
