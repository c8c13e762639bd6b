-- one row per subject: its largest entry, as a multiple of the median entry
-- before. That is of 20 entries of its instrument, or of at least ten.
with
compared as (
    select
        trade_entries.subject_no,
        trade_entries.lots,
        count(*) over before as entries_before,
        median(trade_entries.lots) over before as median_before,
    from trade_entries
    window before as (
        partition by trade_entries.instrument_no
        order by trade_entries.opened_ms, trade_entries.ticket
        rows between 20 preceding and 1 preceding
    )
)

select
    compared.subject_no,
    six_decimals(max(compared.lots / compared.median_before)) as largest_multiple,
from compared
where compared.entries_before >= 10
group by compared.subject_no
