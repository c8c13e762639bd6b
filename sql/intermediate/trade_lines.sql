-- one row per subject and closed trade: its JSON as it goes on the wire
select
    subject_trades.subject_no,
    subject_trades.account_id,
    subject_trades.closed_at,
    subject_trades.opened_at,
    subject_trades.ticket,
    to_json({
        ticket: subject_trades.ticket,
        symbol: subject_trades.symbol,
        side: subject_trades.side,
        volume: subject_trades.volume::double,
        open_price: subject_trades.open_price,
        close_price: subject_trades.close_price,
        stop_loss: subject_trades.stop_loss,
        take_profit: subject_trades.take_profit,
        opened_at: utc_iso(subject_trades.opened_at),
        closed_at: utc_iso(subject_trades.closed_at),
        profit: money(subject_trades.profit_minor, subject_trades.unit),
        commission: money(subject_trades.commission_minor, subject_trades.unit),
        swap: money(subject_trades.swap_minor, subject_trades.unit),
        net_profit: money(subject_trades.net_minor, subject_trades.unit),
        comment: nullif(subject_trades.comment, ''),
        magic_number: subject_trades.magic_number
    })::varchar as line,
from subject_trades
