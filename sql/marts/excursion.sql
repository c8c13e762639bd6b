-- one row per subject: how far closed trades went against it and for it while
-- they were open
with
netted as (
    select
        trade_excursions.*,
        trade_excursions.profit_minor + trade_excursions.costs_minor
            as net_minor,
    from trade_excursions
),

summed as (
    select
        netted.subject_no,
        count(*) as trades,
        sum(netted.adverse_minor) as adverse_minor,
        sum(netted.favourable_minor) as favourable_minor,
        sum(greatest(netted.profit_minor, 0))
            filter (netted.favourable_minor > 0) as kept_minor,
        count(*) filter (netted.net_minor > 0) as won,
        sum(netted.adverse_minor) filter (netted.net_minor > 0)
            as won_adverse_minor,
        count(*) filter (netted.net_minor < 0) as lost,
        sum(netted.favourable_minor) filter (netted.net_minor < 0)
            as lost_favourable_minor,
        count(*) filter (
            netted.net_minor < 0
            and netted.favourable_minor + netted.costs_minor > 0
        ) as once_won,
    from netted
    group by netted.subject_no
),

-- Every trade if there are at most 400, else 400 of them at even distances.
thinned as (
    select
        netted.subject_no,
        list({
            mae: money(netted.adverse_minor, capital.unit),
            mfe: money(netted.favourable_minor, capital.unit),
            net_profit: money(netted.net_minor, capital.unit)
        } order by netted.trade_no) as pairs,
    from netted
    inner join capital using (subject_no)
    where netted.trades <= 400
        or netted.trade_no * 400 // netted.trades
        > (netted.trade_no - 1) * 400 // netted.trades
    group by netted.subject_no
)

select
    selection.subject_id,
    coalesce(summed.trades, 0) as trades,
    six_decimals(summed.adverse_minor / summed.trades / capital.unit)
        as avg_mae,
    six_decimals(summed.favourable_minor / summed.trades / capital.unit)
        as avg_mfe,
    six_decimals(ratio(summed.won_adverse_minor, summed.won) / capital.unit)
        as avg_mae_of_wins,
    six_decimals(
        ratio(summed.lost_favourable_minor, summed.lost) / capital.unit
    ) as avg_mfe_of_losses,
    percent_once(ratio(summed.kept_minor, summed.favourable_minor))
        as kept_percent,
    coalesce(summed.once_won, 0) as losses_once_in_profit,
    percent_once(ratio(summed.once_won, summed.lost))
        as losses_once_in_profit_percent,
    coalesce(thinned.pairs, []) as pairs,
from selection
inner join capital using (subject_no)
left join summed using (subject_no)
left join thinned using (subject_no)
