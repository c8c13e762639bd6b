-- one row per column without a comment, of a view of this database, with the
-- comment of the same column in its mart
select
    shown.table_name as view,
    shown.column_name,
    any_value(source.comment) as comment,
from duckdb_columns() as shown
left join duckdb_columns() as source
    on source.column_name = shown.column_name
    and source.table_name = case
        when shown.column_name
            in ('slug', 'type', 'subject_id', 'history_cut_at')
            then 'shown_subjects'
        when shown.table_name = 'closed_trades' then 'trades'
        else replace(shown.table_name, 'shared_', '')
    end
where shown.comment is null
    and shown.database_name = current_database()
    and shown.table_name in (
        select duckdb_views.view_name from duckdb_views()
        where not duckdb_views.internal
    )
group by all
