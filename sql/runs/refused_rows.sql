-- one row per refused row of an account with refusals in this run: the newest
-- 100 of each, and the total count, for the owner
with
refused_now as (
    select distinct rejects.account_id from rejects
    where rejects.run_id = $run_id
),

numbered as (
    select
        rejects.*,
        rejects.rowid as place,
        count(*) over (partition by rejects.account_id) as count
    from rejects
    semi join refused_now using (account_id)
)

select
    numbered.account_id,
    numbered.count,
    numbered.run_id,
    numbered.file,
    numbered.line,
    numbered.table_name,
    numbered.reason,
from numbered
qualify row_number() over (
    partition by numbered.account_id order by numbered.place desc
) <= 100
order by numbered.account_id, numbered.place desc
