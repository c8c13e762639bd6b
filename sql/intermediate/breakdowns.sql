-- one row per subject, dimension (symbol or magic_number) and key
with
keyed as (
    select
        subject_trades.subject_no,
        subject_trades.symbol,
        case when subject_trades.magic_number is null then '0'
            else subject_trades.magic_number::varchar end as magic_number,
        subject_trades.side,
        subject_trades.net_minor,
        subject_trades.micropips,
    from subject_trades
),

counted as (
    select
        keyed.subject_no,
        case when grouping(keyed.symbol) = 0 then 'symbol'
            else 'magic_number' end as dimension,
        case when grouping(keyed.symbol) = 0 then keyed.symbol
            else keyed.magic_number end as key,
        count(*) as trades,
        count(*) filter (keyed.net_minor > 0) as won,
        count(*) filter (keyed.net_minor < 0) as lost,
        count(*) filter (keyed.side = 'buy') as long_trades,
        count(*) filter (keyed.side = 'sell') as short_trades,
        sum(keyed.net_minor) as net_minor,
        sum(keyed.net_minor) filter (keyed.side = 'buy') as long_net_minor,
        sum(keyed.net_minor) filter (keyed.side = 'sell') as short_net_minor,
        sum(keyed.micropips) as micropips,
        sum(keyed.micropips) filter (keyed.side = 'buy') as long_micropips,
        sum(keyed.micropips) filter (keyed.side = 'sell') as short_micropips,
    from keyed
    group by
        grouping sets (
            (keyed.subject_no, keyed.symbol),
            (keyed.subject_no, keyed.magic_number)
        )
)

select
    counted.subject_no,
    counted.dimension,
    counted.key,
    counted.net_minor,
    {
        total: {
            trades: counted.trades,
            won: counted.won,
            lost: counted.lost,
            won_percentage: percent(counted.won / counted.trades),
            profit: money_text(counted.net_minor, capital.printed_digits),
            pips: pips_text(counted.micropips)
        },
        longs: {
            trades: counted.long_trades,
            profit: money_text(counted.long_net_minor, capital.printed_digits),
            pips: pips_text(
                summed_pips(counted.long_micropips, counted.long_trades)
            )
        },
        shorts: {
            trades: counted.short_trades,
            profit: money_text(counted.short_net_minor, capital.printed_digits),
            pips: pips_text(
                summed_pips(counted.short_micropips, counted.short_trades)
            )
        }
    } as entry,
from counted
inner join capital using (subject_no)
