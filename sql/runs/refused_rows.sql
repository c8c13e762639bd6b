-- one row per refused row, the newest 100 of an account, with the total count.
-- The accounts are those that this run refused rows of, or loaded anew. Rows
-- that name none are those of the account ''.
with
refused_now as (
    select distinct coalesce(rejects.account_id, '') as account_id from rejects
    where rejects.run_id = $run_id
    union
    select unnest(from_json($cleared::json, '["VARCHAR"]'))
),

numbered as (
    select
        rejects.* replace (coalesce(rejects.account_id, '') as account_id),
        rejects.rowid as place,
        count(*) over (partition by coalesce(rejects.account_id, '')) as count
    from rejects
    semi join refused_now
        on coalesce(rejects.account_id, '') = refused_now.account_id
)

select
    numbered.account_id,
    numbered.count,
    numbered.run_id,
    numbered.file,
    numbered.line,
    numbered.table_name,
    numbered.reason_code,
    numbered.reason_values,
from numbered
qualify row_number() over (
    partition by numbered.account_id order by numbered.place desc
) <= 100
order by numbered.account_id, numbered.place desc
