-- one row per subject and open position: its JSON as it goes on the wire
select
    open_positions.subject_no,
    open_positions.account_id,
    open_positions.opened_at,
    open_positions.ticket,
    to_json({
        ticket: open_positions.ticket,
        symbol: open_positions.symbol,
        side: open_positions.side,
        volume: open_positions.volume::double,
        open_price: open_positions.open_price,
        stop_loss: open_positions.stop_loss,
        take_profit: open_positions.take_profit,
        opened_at: utc_iso(open_positions.opened_at),
        profit: open_positions.profit,
        commission: open_positions.commission,
        swap: open_positions.swap,
        comment: nullif(open_positions.comment, ''),
        magic_number: open_positions.magic_number
    })::varchar as line,
from open_positions
