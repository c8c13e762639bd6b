-- one row per subject: its closed trades in groups, for its owner; the 200
-- instruments and magic numbers with the most trades
with
named as (
    select
        trade_groups.subject_no,
        trade_groups.dimension,
        trade_groups.slot as place,
        case trade_groups.dimension
            when 'hour' then lpad(trade_groups.slot::varchar, 2, '0')
            when 'weekday' then weekday_names()[trade_groups.slot]
            when 'month' then month_text(trade_groups.slot)
            when 'side' then
                case trade_groups.slot when 1 then 'buy' else 'sell' end
            else duration_bands()[trade_groups.slot].name
        end as key,
        trade_groups.trades,
        trade_groups.won,
        trade_groups.lost,
        trade_groups.net_minor,
    from trade_groups
    where trade_groups.dimension not in ('hour_of_week', 'month_side')
    union all
    select
        most_traded.subject_no,
        most_traded.dimension,
        most_traded.place,
        most_traded.key,
        most_traded.entry.total.trades,
        most_traded.entry.total.won,
        most_traded.entry.total.lost,
        most_traded.net_minor,
    from most_traded
    union all
    select
        trade_totals.subject_no,
        'total',
        1,
        'all',
        trade_totals.trades,
        trade_totals.won,
        trade_totals.lost,
        trade_totals.net_minor,
    from trade_totals
),

entries as (
    select
        named.subject_no,
        named.dimension,
        {
            place: named.place,
            entry: {
                "key": named.key,
                trades: named.trades::bigint,
                won: named.won::bigint,
                lost: named.lost::bigint,
                win_rate: percent(named.won / named.trades),
                net_profit: money(named.net_minor, capital.unit),
                average_profit: six_decimals(
                    named.net_minor / named.trades / capital.unit
                )
            }
        } as entry,
    from named
    inner join capital using (subject_no)
),

listed as (
    select
        entries.subject_no,
        entries.dimension,
        list_transform(
            list_sort(list(entries.entry)),
            lambda one: one.entry
        ) as entries,
    from entries
    group by entries.subject_no, entries.dimension
),

gathered as (
    select
        listed.subject_no,
        map_from_entries(
            list({key: listed.dimension, value: listed.entries})
        ) as entries,
    from listed
    group by listed.subject_no
)

select
    selection.subject_id,
    gathered.entries['total'][1] as total,
    cardinality(computed_by_symbol.by_symbol) as symbols,
    cardinality(computed_by_magic_number.by_magic_number) as magic_numbers,
    coalesce(gathered.entries['symbol'], []) as symbol,
    coalesce(gathered.entries['magic_number'], []) as magic_number,
    coalesce(gathered.entries['hour'], []) as "hour",
    coalesce(gathered.entries['weekday'], []) as weekday,
    coalesce(gathered.entries['month'], []) as "month",
    coalesce(gathered.entries['side'], []) as side,
    coalesce(gathered.entries['duration'], []) as duration,
from selection
inner join computed_by_symbol using (subject_id)
inner join computed_by_magic_number using (subject_id)
left join gathered using (subject_no)
