-- one row per symbol and date
create table if not exists prices (
    symbol varchar not null,
    date date not null,
    close double not null,
    currency varchar not null
);
comment on table prices is 'Daily closing prices of benchmarks, one row per symbol and date.';
comment on column prices.symbol is 'Name of the benchmark, as the registry names it.';
comment on column prices.date is 'Day of the close, UTC.';
comment on column prices.close is 'Closing price.';
comment on column prices.currency is 'Currency of the price.';
