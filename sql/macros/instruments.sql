-- Functions of platforms, instruments and pips.

-- Platforms that know magic numbers.
create or replace macro has_magic_numbers(platform) as platform in ('MT4', 'MT5');

-- Pip size by the name of the instrument; null if unknown. The name has two ISO
-- 4217 codes, or gold or silver. Up to two letters before and a short suffix
-- are allowed.
create or replace macro pip_size_by_name(symbol) as
    case
        when regexp_matches(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}XAU([^A-Z]?(' || currency_codes() || ').{0,8})?$'
        ) then 0.1
        when regexp_matches(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}XAG([^A-Z]?(' || currency_codes() || ').{0,8})?$'
        ) then 0.01
        when regexp_matches(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}(' || currency_codes() || ')[^A-Z]?JPY.{0,8}$'
        ) then 0.01
        when regexp_matches(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}(' || currency_codes() || ')[^A-Z]?('
            || currency_codes() || ').{0,8}$'
        ) then 0.0001
    end;

-- Name of an instrument without the broker's prefix and suffix. Currency pairs
-- and metals are recognised; for others it is the leading capitals and digits.
create or replace macro instrument_by_name(symbol) as
    case
        when regexp_matches(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}(' || currency_codes() || '|XAU|XAG)[^A-Z]?('
            || currency_codes() || ').{0,8}$'
        ) then regexp_replace(
            upper(symbol),
            '^[^A-Z]*[A-Z]{0,2}(' || currency_codes() || '|XAU|XAG)[^A-Z]?('
            || currency_codes() || ').{0,8}$',
            '\1\2'
        )
        when regexp_matches(symbol, '[A-Z0-9]{3}')
            then regexp_extract(symbol, '[A-Z0-9]{3,}')
        else upper(symbol)
    end;

-- Calendar currencies that an instrument depends on, one or two in order; empty
-- if unknown. A pair has two, a metal or coin its price currency. Usual names
-- of indices are known too.
create or replace macro news_currencies(symbol) as
    array_to_string(
        list_sort(list_distinct(list_filter(
            case
                when regexp_matches(
                    upper(symbol),
                    '^[^A-Z]*(US30|US100|US500|USTEC|US2000|NAS100|SPX500|DJ30|WS30)([^0-9].{0,8})?$'
                ) then ['USD']
                when regexp_matches(
                    upper(symbol),
                    '^[^A-Z]*(DE30|DE40|GER30|GER40|DAX|EU50|STOXX50|FRA40|ESP35)([^0-9].{0,8})?$'
                ) then ['EUR']
                when regexp_matches(
                    upper(symbol), '^[^A-Z]*(UK100|FTSE100)([^0-9].{0,8})?$'
                ) then ['GBP']
                when regexp_matches(
                    upper(symbol), '^[^A-Z]*(JP225|JPN225)([^0-9].{0,8})?$'
                ) then ['JPY']
                when regexp_matches(
                    upper(symbol), '^[^A-Z]*AUS200([^0-9].{0,8})?$'
                ) then ['AUD']
                else regexp_extract_all(
                    regexp_extract(
                        upper(symbol),
                        '^[^A-Z]*[A-Z]{0,2}?((?:' || currency_codes()
                        || '|X[A-Z]{2}|BTC|ETH|LTC|XRP)[^A-Z]?(?:'
                        || currency_codes() || ')).{0,8}$',
                        1
                    ),
                    '[A-Z]{3}'
                )
            end,
            lambda currency: currency in (
                'AUD', 'CAD', 'CHF', 'CNY', 'EUR', 'GBP', 'JPY', 'NZD', 'USD'
            )
        ))),
        ' '
    );

-- Sum of pips: 0 without trades, null if no trade has a known pip size.
create or replace macro summed_pips(micropips, trades) as
    case when trades = 0 then 0.0 else micropips end;

-- Pips as decimal text with one digit, halves rounded away from zero; null if
-- unknown.
create or replace macro pips_text(micropips) as
    format('{:.1f}', round(micropips / 100000) / 10 + 0.0);

create or replace macro pips(micropips) as
    round(micropips / 1000000, 6) + 0.0;
