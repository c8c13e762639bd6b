-- one row per table whose rows stand in order of account_no
create table if not exists row_order (
    table_name varchar not null,
    ordered_rows bigint not null,
    later_rows bigint not null
);
comment on table row_order is 'How much of a table stands in order of its accounts'' numbers; tells when it is to be put in order again.';
comment on column row_order.table_name is 'trades or equity.';
comment on column row_order.ordered_rows is 'Rows that were put in order.';
comment on column row_order.later_rows is 'Rows that came in behind them since.';
