-- one row per row refused of anybody, the newest two hundred: what operators are shown
select
    rejects.account_id,
    rejects.run_id,
    rejects.file,
    rejects.line,
    rejects.table_name,
    rejects.reason,
from rejects
order by rejects.rowid desc
limit 200
