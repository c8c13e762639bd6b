-- one row per column of a shared view, with what the mart that it shows says of
-- the column of that name
select
    shown.table_name as view,
    shown.column_name,
    any_value(source.comment) as comment,
from duckdb_columns() as shown
left join duckdb_columns() as source
    on source.column_name = shown.column_name
    and source.table_name = case
        when shown.column_name in ('slug', 'type', 'history_cut_at')
            then 'shown_subjects'
        else replace(shown.table_name, 'shared_', '')
    end
where shown.table_name like 'shared!_%' escape '!'
group by all
