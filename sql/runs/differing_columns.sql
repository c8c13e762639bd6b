-- one row per column that kept tables lack or have of another type than a
-- schema declares it
select
    declared.table_name as name,
    declared.column_name as column,
    declared.data_type as type,
    kept.column_name is null as is_new,
from duckdb_columns() as declared
semi join duckdb_tables() as tables
    on tables.database_name = $kept_database
    and tables.schema_name = $kept_schema
    and tables.table_name = declared.table_name
left join duckdb_columns() as kept
    on kept.database_name = $kept_database
    and kept.schema_name = $kept_schema
    and kept.table_name = declared.table_name
    and kept.column_name = declared.column_name
where declared.database_name = $database
    and declared.schema_name = $schema
    and kept.data_type is distinct from declared.data_type
order by declared.table_name, declared.column_index
