-- one row per subject: histograms of its closed trades by net profit, pips and
-- duration
with
valued as (
    select
        subject_trades.subject_no,
        subject_trades.net_minor,
        subject_trades.micropips,
        epoch_us(subject_trades.closed_at) - epoch_us(subject_trades.opened_at)
            as microseconds,
    from subject_trades
),

-- Whole numbers in the smallest unit: minor units of the currency, tenths of a
-- pip, seconds.
widths as (
    select
        valued.subject_no,
        any_value(pow(10, capital.printed_digits)) as printed,
        any_value(pow(10, capital.printed_digits) / capital.unit) as scale,
        round_width(
            min(valued.net_minor) * scale,
            max(valued.net_minor) * scale
        ) as net_width,
        round_width(
            min(valued.micropips) / 100000, max(valued.micropips) / 100000
        ) as pips_width,
        round_width(
            min(valued.microseconds) / 1000000,
            max(valued.microseconds) / 1000000
        ) as length_width,
        {lowest: min(valued.net_minor), highest: max(valued.net_minor)} as net,
        {lowest: min(valued.micropips), highest: max(valued.micropips)} as pips,
        {lowest: min(valued.microseconds), highest: max(valued.microseconds)}
            as length,
    from valued
    inner join capital using (subject_no)
    group by valued.subject_no
),

placed as (
    select
        valued.subject_no,
        valued.net_minor,
        floor(valued.net_minor * widths.scale / widths.net_width) as net_bin,
        floor(valued.micropips / (100000 * widths.pips_width)) as pips_bin,
        floor(valued.microseconds / (1000000 * widths.length_width))
            as length_bin,
    from valued
    inner join widths using (subject_no)
),

counted as (
    select
        placed.subject_no,
        grouping(placed.net_bin, placed.pips_bin, placed.length_bin) as axis,
        case axis when 3 then placed.net_bin when 5 then placed.pips_bin
            else placed.length_bin end as bin,
        count(*) as trades,
        sum(placed.net_minor) as net_minor,
    from placed
    group by
        grouping sets (
            (placed.subject_no, placed.net_bin),
            (placed.subject_no, placed.pips_bin),
            (placed.subject_no, placed.length_bin)
        )
),

entries as (
    select
        counted.subject_no,
        counted.axis,
        {
            starts_at: case counted.axis
                when 3 then counted.bin * widths.net_width / widths.printed
                when 5 then counted.bin * widths.pips_width / 10
                else counted.bin * widths.length_width
            end + 0.0,
            count: counted.trades,
            profit: money(counted.net_minor, capital.unit)
        } as entry,
    from counted
    inner join widths using (subject_no)
    inner join capital using (subject_no)
    where counted.bin is not null
),

binned as (
    select
        entries.subject_no,
        list_sort(list(entries.entry) filter (entries.axis = 3)) as net_bins,
        list_sort(list(entries.entry) filter (entries.axis = 5)) as pips_bins,
        list_sort(list(entries.entry) filter (entries.axis = 6)) as length_bins,
    from entries
    group by entries.subject_no
)

select
    selection.subject_id,
    case when widths.net_width is not null then {
        width: widths.net_width / widths.printed,
        min: money(widths.net.lowest, capital.unit),
        max: money(widths.net.highest, capital.unit),
        bins: binned.net_bins
    } end as results,
    case when widths.pips_width is not null then {
        width: widths.pips_width / 10,
        min: pips(widths.pips.lowest),
        max: pips(widths.pips.highest),
        bins: binned.pips_bins
    } end as pips,
    case when widths.length_width is not null then {
        width: widths.length_width,
        min: widths.length.lowest / 1000000,
        max: widths.length.highest / 1000000,
        bins: binned.length_bins
    } end as durations,
from selection
inner join capital using (subject_no)
left join widths using (subject_no)
left join binned using (subject_no)
