-- Functions of an index that grows and falls.

-- time-weighted return of a period in percent, from the growth and the count
-- of total losses at its end and before its start
create or replace macro period_return_percent(
    growth, growth_before, total_losses, total_losses_before
) as
    case
        when total_losses > total_losses_before then -100.0::double
        else percent(growth / growth_before - 1)
    end;

-- growth of an index that began at 1, a year; null below 90 days
create or replace macro annual_growth(twr_index, since, until) as
    case
        when until - since < 90 then null
        when twr_index <= 0 then -1.0::double
        else pow(twr_index, 365.25 / (until - since)) - 1
    end;

-- pieces of an index one after the other as one: how high and low it went, and
-- how deep it fell below its highest since the first began
create or replace macro fall_of(pieces) as
    list_reduce(
        pieces,
        lambda so_far, piece: {
            high: greatest(so_far.high, piece.high),
            low: least(so_far.low, piece.low),
            fall: least(
                so_far.fall, piece.fall, piece.low / so_far.high - 1
            )
        }
    );
create or replace macro rounded_fall(piece) as {
    high: twelve_digits(piece.high),
    low: twelve_digits(piece.low),
    fall: round(piece.fall, 9) + 0.0
};
