-- one row per date, base and quote
create table if not exists fx_rates (
    date date not null,
    base varchar not null,
    quote varchar not null,
    rate double not null
);
comment on table fx_rates is 'Exchange rates for portfolios of mixed currencies, one row per date, base and quote: 1 base = rate quote.';
comment on column fx_rates.date is 'Day of the rate, UTC.';
comment on column fx_rates.base is 'Currency converted from.';
comment on column fx_rates.quote is 'Currency converted to.';
comment on column fx_rates.rate is 'Units of quote for one unit of base.';
