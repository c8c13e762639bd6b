-- one row per refused row: the newest 200 of all accounts, for operators
select
    rejects.account_id,
    rejects.run_id,
    rejects.file,
    rejects.line,
    rejects.table_name,
    rejects.reason_code,
    rejects.reason_values,
from rejects
order by rejects.rowid desc
limit 200
