-- one row per symbol and server; server null holds for every server
create table if not exists symbols (
    symbol varchar not null,
    pip_size double not null,
    server varchar
);
comment on table symbols is 'Pip sizes, one row per symbol and server.';
comment on column symbols.symbol is 'Instrument as the broker names it.';
comment on column symbols.pip_size is 'Price distance of one pip.';
comment on column symbols.server is 'Trade server the row holds for; null for all. The server''s own row wins.';
