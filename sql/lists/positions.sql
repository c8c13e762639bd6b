-- one row per subject and open position, newest first, as the API shows it
select
    open_positions.subject_no,
    open_positions.member_no,
    epoch_ms(open_positions.opened_at)::double as instant,
    open_positions.ticket,
    open_positions.symbol,
    open_positions.side,
    open_positions.volume::double as volume,
    open_positions.open_price,
    open_positions.stop_loss,
    open_positions.take_profit,
    utc_iso(open_positions.opened_at) as opened_at,
    open_positions.profit,
    open_positions.commission,
    open_positions.swap,
    nullif(open_positions.comment, '') as comment,
    open_positions.magic_number,
from open_positions
order by
    open_positions.subject_no,
    open_positions.opened_at desc,
    open_positions.ticket desc,
    open_positions.member_no desc
