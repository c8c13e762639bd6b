-- one row per table that is sorted by account_no
create table if not exists row_order (
    table_name varchar not null,
    ordered_rows bigint not null,
    later_rows bigint not null
);
comment on table row_order is 'How many rows of a table are sorted by account number; decides when to sort it again.';
comment on column row_order.table_name is 'trades or equity.';
comment on column row_order.ordered_rows is 'Sorted rows.';
comment on column row_order.later_rows is 'Rows added after the sorted ones.';
