-- one row per symbol and server; a null server means every server
create table if not exists symbols (
    symbol varchar not null,
    pip_size double not null,
    server varchar
);
comment on table symbols is 'Pip sizes, one row per symbol and server.';
comment on column symbols.symbol is 'Name of the instrument at the broker.';
comment on column symbols.pip_size is 'Price distance of one pip.';
comment on column symbols.server is 'Trade server of the row; null for all servers. A row with the server wins.';
