-- Functions of an index that grows and falls.

-- Time-weighted return of a period in percent. It needs the growth and the
-- number of total losses at the end of the period and before its start.
create or replace macro period_return_percent(
    growth, growth_before, total_losses, total_losses_before
) as
    case
        when total_losses > total_losses_before then -100.0::double
        else percent(growth / growth_before - 1)
    end;

-- Annual growth of an index that began at 1; null below 90 days.
create or replace macro annual_growth(twr_index, since, until) as
    case
        when until - since < 90 then null
        when twr_index <= 0 then -1.0::double
        else pow(twr_index, 365.25 / (until - since)) - 1
    end;

-- Joins consecutive pieces of an index into one: highest, lowest, and deepest
-- fall below the highest so far. Each piece has the number of its first day.
create or replace macro fall_of(pieces) as
    list_reduce(
        pieces,
        lambda so_far, piece: {
            day_no: so_far.day_no,
            high: greatest(so_far.high, piece.high),
            low: least(so_far.low, piece.low),
            fall: least(
                so_far.fall, piece.fall, piece.low / so_far.high - 1
            )
        }
    );
