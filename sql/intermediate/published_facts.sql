-- one row per account, kind of data and UTC day (empty for its capital), in the
-- published version
with
entries as (
    select
        published_accounts.account_id,
        unnest(string_split(published_accounts.facts, ';')) as entry,
    from published_accounts
    where published_accounts.facts <> ''
),

taken as (
    select entries.account_id, string_split(entries.entry, ',') as cells
    from entries
)

select
    taken.account_id,
    taken.cells[1] as day,
    taken.cells[2] as fact,
    taken.cells[3]::bigint as facts,
    taken.cells[4] as digest,
from taken
