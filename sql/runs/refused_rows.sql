-- one row per refused row, the newest 100 of an account, with the total count.
-- The accounts are those that this run refused rows of, or loaded anew.
with
refused_now as (
    select distinct rejects.account_id from rejects
    where rejects.run_id = $run_id
    union
    select unnest(from_json($cleared::json, '["VARCHAR"]'))
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
    numbered.reason_code,
    numbered.reason_values,
from numbered
qualify row_number() over (
    partition by numbered.account_id order by numbered.place desc
) <= 100
order by numbered.account_id, numbered.place desc
