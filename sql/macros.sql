-- Functions every layer shares; each is total: null or a finite number, never NaN or Infinity.

-- the value to 12 significant digits: what is left of a sum of doubles
-- whatever the order it was added in
create or replace macro twelve_digits(value) as
    case
        when value = 0 then 0.0::double
        when isfinite(value) then
            round(value, 11 - floor(log10(abs(value)))::integer)
    end;

create or replace macro percent(share) as
    case
        when abs(share) < 100 then round(round(100 * share, 9), 4) + 0.0
        else round(twelve_digits(100 * share), 4) + 0.0
    end;

create or replace macro six_decimals(value) as
    round(twelve_digits(value), 6) + 0.0;

-- the same where the value is a long text: a macro writes its argument as often
-- as it names it, which takes long to plan; for relations of a row per subject
create or replace macro percent_once(share) as
    list_transform([share], lambda one: percent(one))[1];
create or replace macro six_decimals_once(value) as
    list_transform([value], lambda one: six_decimals(one))[1];

-- growth is compounded as a sum of logarithms in whole units of 1e-18, which
-- comes out alike in whatever order it is added; a product of doubles does not.
-- A total loss has none: it adds nothing, and is to be counted apart
create or replace macro log_units(growth) as
    case when growth > 0 then round(ln(growth) * 1e18) else 0 end::hugeint;
create or replace macro growth_of(units) as exp(units::double / 1e18);

create or replace macro ratio(numerator, denominator) as
    numerator / nullif(denominator, 0);

-- counts and money in minor units are whole numbers, exact as doubles below 2^53
create or replace macro whole(value) as value + 0.0::double;

-- two counts up to 67 million in one whole number: a running sum of them takes
-- half of what two take, 0.25 s of processor less for a million rows
create or replace macro two_counts(is_one, is_other) as
    case when is_one then 1.0::double else 0 end
    + case when is_other then 67108864.0::double else 0 end;
create or replace macro first_count(counts) as counts % 67108864;
create or replace macro second_count(counts) as floor(counts / 67108864);

-- an amount at a rate, in whole minor units, halves away from zero
create or replace macro to_minor(amount, rate, unit) as
    round(round(amount::double * rate * unit, 6)) + 0.0;

create or replace macro money(minor, unit) as (minor + 0.0) / unit;

create or replace macro utc_iso(instant) as
    case
        when epoch_ms(instant) % 1000 = 0
            then strftime(instant, '%Y-%m-%dT%H:%M:%SZ')
        else strftime(instant, '%Y-%m-%dT%H:%M:%S.%gZ')
    end;

-- digits after the point of an amount that came in, at least 2
create or replace macro money_digits(amount) as
    case
        when abs(amount::double) < 1000000
            and abs(amount::double * 100 - round(amount::double * 100)) < 1e-7
            then 2
        else greatest(
            2,
            length(rtrim(split_part(amount::varchar, '.', 2), '0'))
        )
    end;

-- digits after the point that a balance was printed with; zeros at its end are
-- not known, so at least those of the currency's minor unit (ISO 4217)
create or replace macro printed_digits(amount, currency) as
    greatest(
        case
            when currency in (
                'CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'UGX', 'VND', 'XAF', 'XOF',
                'XPF'
            ) then 0
            else 2
        end,
        length(rtrim(split_part(amount::varchar, '.', 2), '0'))
    );

-- erf(x) = 2 / sqrt(pi) * exp(-x^2) * sum of 2^n x^(2n+1) / (2n+1)!!
-- (Abramowitz and Stegun, 7.1.6); all terms positive, 1 beyond x = 6
create or replace macro erf(x) as
    case
        when x = 0 then 0.0::double
        when x > 6 then 1.0::double
        else
            2 / sqrt(pi()) * exp(-x * x) * list_sum(
                list_transform(
                    range(0, 30 + ceil(3 * x * x)::bigint),
                    lambda n: exp(
                        n * ln(4.0) + lgamma(n + 1.0)
                        + (2 * n + 1) * ln(x) - lgamma(2 * n + 2.0)
                    )
                )
            )
    end;

-- share of a normal distribution below x
create or replace macro normal_below(x) as
    0.5 + sign(x) * erf(abs(x) / sqrt(2)) / 2;

-- Student's t that 97.5 % stand below, at so many degrees of freedom; beyond 20
-- by its expansion in 1 / degrees (Abramowitz and Stegun, 26.7.5), to 12 digits
create or replace macro student_t(degrees) as
    case
        when degrees <= 20 then [
            12.7062047361747, 4.302652729749464, 3.18244630528371,
            2.776445105197794, 2.570581835636316, 2.44691185114497,
            2.364624251592785, 2.306004135204167, 2.262157162798206,
            2.228138851986275, 2.20098516009164, 2.178812829667229,
            2.160368656462793, 2.144786687917804, 2.131449545559776,
            2.119905299221255, 2.109815577833317, 2.100922040241038,
            2.09302405440831, 2.085963447265865
        ][degrees]
        else 1.959963984540054::double + (2.372271230298563 + (2.822498615739612
            + (2.555849679507723 + (1.589534053393824 + (0.7328982119816057
            + (0.6274804609510736 + (0.1288128535961975 - 1.713928182623522
            / degrees) / degrees) / degrees) / degrees) / degrees) / degrees)
            / degrees) / degrees
    end;

-- middle, and half width, of the interval that holds a share with 95 %
-- confidence where it was seen in so many of so many (Wilson 1927)
create or replace macro wilson_middle(seen, tried) as
    (seen + 1.920729410347062::double) / (tried + 3.841458820694124);
create or replace macro wilson_half(seen, tried) as
    1.959963984540054::double
    * sqrt(seen * (tried - seen) / tried + 0.960364705173531)
    / (tried + 3.841458820694124);

-- spread of an estimated Sharpe ratio times the root of n, squared, by the
-- skewness and kurtosis (3 of a normal one) of the returns (Mertens 2002)
create or replace macro sharpe_spread(sharpe, skewness, kurtosis) as
    1 - skewness * sharpe + (kurtosis - 1) / 4 * sharpe * sharpe;

-- probability that the true Sharpe ratio is above 0 (Bailey and López de Prado
-- 2012), and the returns that it takes for that to be 95 %, null beyond a million;
-- each step apart, as a macro writes its arguments as often as it names them
create or replace macro sharpe_deviate(sharpe, n, spread) as
    case when spread > 0 then sharpe * sqrt(n - 1) / sqrt(spread) end;
create or replace macro returns_needed(sharpe, spread) as
    case
        when sharpe > 0 then 1 + spread * pow(1.6448536269514722 / sharpe, 2)
    end;
create or replace macro up_to_a_million(needed) as
    case when needed <= 1000000 then ceil(needed)::bigint end;
create or replace macro probabilistic_sharpe(sharpe, n, skewness, kurtosis) as
    normal_below(
        sharpe_deviate(sharpe, n, sharpe_spread(sharpe, skewness, kurtosis))
    );
create or replace macro min_track_record(sharpe, skewness, kurtosis) as
    up_to_a_million(
        returns_needed(sharpe, sharpe_spread(sharpe, skewness, kurtosis))
    );

-- how long trades are held: a band ends where the next begins
create or replace macro duration_bands() as [
    {name: '0s', seconds: 0}, {name: '1m', seconds: 60},
    {name: '5m', seconds: 300}, {name: '15m', seconds: 900},
    {name: '1h', seconds: 3600}, {name: '4h', seconds: 14400},
    {name: '1d', seconds: 86400}, {name: '1w', seconds: 604800}
];
create or replace macro duration_slot(opened_at, closed_at) as
    case
        when closed_at < opened_at + interval 1 minute then 1
        when closed_at < opened_at + interval 5 minute then 2
        when closed_at < opened_at + interval 15 minute then 3
        when closed_at < opened_at + interval 1 hour then 4
        when closed_at < opened_at + interval 4 hour then 5
        when closed_at < opened_at + interval 24 hour then 6
        when closed_at < opened_at + interval 168 hour then 7
        else 8
    end;
create or replace macro weekday_names() as [
    'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'
];

-- a period that stands out, and a streak of trades, on the wire
create or replace macro record(found, unit) as {
    date: strftime(found.period, '%Y-%m-%d'),
    percent: found.return_percent,
    profit: money(found.net_minor, unit)
};
create or replace macro streak(found, unit) as {
    count: found.count::bigint,
    profit: money(found.net_minor, unit)
};

create or replace macro currency_codes() as
    'AED|ALL|AMD|ARS|AUD|AZN|BAM|BBD|BDT|BGN|BHD|BND|BOB|BRL|BSD|BWP|BYN|CAD|CHF|CLP|CNH|CNY|COP|CRC|CZK|DKK|DOP|DZD|EEK|EGP|ETB|EUR|GBP|GEL|GHS|GTQ|HKD|HNL|HRK|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KRW|KWD|KZT|LAK|LBP|LKR|LTL|LVL|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MUR|MXN|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SEK|SGD|THB|TJS|TMT|TND|TRY|TTD|TWD|TZS|UAH|UGX|USD|UYU|UZS|VES|VND|XAF|XOF|XPF|YER|ZAR|ZMW';

-- pip size read from the instrument's name: two ISO 4217 codes, or gold or
-- silver, with up to two letters before and a short suffix behind
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

-- an instrument by the name that brokers share, without what each of them puts
-- before and behind it: pairs of currencies, and of metals with them, else the
-- first capitals and digits
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

-- the currencies of the calendar that an instrument is quoted in, one or two in
-- order, empty where none is known: both of a pair, that of a metal's or coin's
-- price, and of some indices by their usual names
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

-- trades that have something in common, on the wire
create or replace macro by_news(found, unit) as {
    trades: coalesce(found.trades, 0)::bigint,
    profit: money(coalesce(found.net_minor, 0), unit),
    win_rate: percent(ratio(found.won, found.trades))
};

-- time-weighted return of a period in percent, from the growth and the count
-- of total losses at its end and before its start
create or replace macro period_return_percent(
    growth, growth_before, total_losses, total_losses_before
) as
    case
        when total_losses > total_losses_before then -100.0::double
        else percent(growth / growth_before - 1)
    end;

-- growth of an index that began at 1, a year; null below 90 days
create or replace macro annual_growth(twr_index, since, until) as
    case
        when until - since < 90 then null
        when twr_index <= 0 then -1.0::double
        else pow(twr_index, 365.25 / (until - since)) - 1
    end;

-- the least of 1, 2, 5, 10, 20, 50 ... that parts a span into at most 30 bins
create or replace macro round_width(lowest, highest) as
    list_filter(
        list_transform(
            range(0, 48),
            lambda k: [1, 2, 5][k % 3 + 1] * pow(10, k // 3)
        ),
        lambda width: floor(highest / width) - floor(lowest / width) < 30
    )[1];

-- the day itself, or the Monday after a Saturday or Sunday
create or replace macro weekday_of(day) as
    day + case isodow(day) when 6 then 2 when 7 then 1 else 0 end;

-- how many weekdays there are up to a day, counted from a Monday
create or replace macro weekdays_until(day) as
    (day - date '1900-01-01') // 7 * 5 + least(isodow(day), 5);

-- a reported amount as it came in, or converted and rounded like money
create or replace macro reported_money(amount, rate, digits) as
    round(
        round(amount::double * rate, 9), case rate when 1 then 8 else digits end
    ) + 0.0;

-- cents for the currencies of ISO 4217, 10^-8 for coins
create or replace macro currency_digits(currency) as
    case
        when regexp_full_match(currency, currency_codes()) then 2
        else 8
    end;

-- money as decimal text; no trades sum to zero
create or replace macro money_text(minor, digits) as
    format(
        '{:.' || digits || 'f}',
        (case when minor is null then 0 else minor end + 0.0) / pow(10, digits)
    );

-- a sum of pips: 0 over no trades, null where none of the trades has a pip size
create or replace macro summed_pips(micropips, trades) as
    case when trades = 0 then 0.0 else micropips end;

-- pips as decimal text with one digit, halves away from zero; null unknown
create or replace macro pips_text(micropips) as
    format('{:.1f}', round(micropips / 100000) / 10 + 0.0);

create or replace macro pips(micropips) as
    round(micropips / 1000000, 6) + 0.0;

create or replace macro seconds_between(starts_at, ends_at) as
    (epoch_us(ends_at) - epoch_us(starts_at)) / 1000000;

-- the one value that every row of a group has, else null
create or replace macro agreed(value) as
    case when count(value) = count(*) and min(value) = max(value)
        then min(value) end;

-- a sum of amounts without float noise: 15 significant digits, 8 decimals
create or replace macro tidy(value) as
    case
        when value = 0 then 0.0::double
        else round(
            value, least(8, 14 - floor(log10(abs(value)))::integer)
        )
    end;

-- one amount less another, to the digits that the larger has
create or replace macro difference(amount, other) as
    round(
        amount - other,
        least(
            8,
            14 - floor(log10(greatest(abs(amount), abs(other), 1)))::integer
        )
    ) + 0.0;

-- an amount as it came in, or at the rate at which a portfolio's figures hold it
create or replace macro member_money(amount, rate, unit) as
    case when rate is null then amount
        else try_cast(money(to_minor(amount, rate, unit), unit) as decimal(28, 8))
    end;

create or replace macro unless_hidden(hidden, flag, value) as
    case when not list_contains(hidden, flag) then value end;

-- pieces of an index one after the other as one: how high and low it went, and
-- how deep it fell below its highest since the first began
create or replace macro fall_of(pieces) as
    list_reduce(
        pieces,
        lambda so_far, piece: {
            high: greatest(so_far.high, piece.high),
            low: least(so_far.low, piece.low),
            fall: least(
                so_far.fall, piece.fall, piece.low / so_far.high - 1
            )
        }
    );
create or replace macro rounded_fall(piece) as {
    high: twelve_digits(piece.high),
    low: twelve_digits(piece.low),
    fall: round(piece.fall, 9) + 0.0
};

-- days of an equity curve as columns, since names repeated for every day would
-- be most of what pages read
create or replace macro day_columns(of_days) as {
    date: list_transform(of_days, lambda day: day.date),
    twr_percent: list_transform(of_days, lambda day: day.twr_percent),
    drawdown: list_transform(of_days, lambda day: day.drawdown),
    balance: list_transform(of_days, lambda day: day.cumulative_balance),
    equity: list_transform(of_days, lambda day: day.cumulative_equity)
};

-- a number that is too small or too large for DuckDB to write it without an
-- exponent; JSON differs from JavaScript in 1.0 and in 1e21 for 1e+21
create or replace macro csv_rare_number(value) as
    regexp_replace(
        regexp_replace(to_json(value)::varchar, '\.0$', ''), 'e(\d)', 'e+\1'
    );

-- a number in CSV, as JavaScript writes it
create or replace macro csv_number(value) as
    case
        when value = trunc(value) and abs(value) < 1e15
            then value::bigint::varchar
        when abs(value) >= 1e-4 and abs(value) < 1e15 then value::varchar
        else csv_rare_number(value)
    end;

-- a text in CSV by RFC 4180; until lines are told apart \x1E stands for a line
-- feed in it, which no text holds that was loaded
create or replace macro csv_text(value) as
    case
        when regexp_matches(value, '[",\r\n]')
            then '"' || replace(replace(value, '"', '""'), chr(10), chr(30))
                || '"'
        else value
    end;

-- a figure as we compute it, what else may be printed of it and why, and why
-- any other difference is none of fact
create or replace macro own_figure(name, value, others, otherwise) as {
    figure: name,
    ours: value::double,
    others: others::struct(value double, reason varchar)[],
    otherwise: otherwise::varchar
};

create or replace macro other_value(other, why) as
    {value: other::double, reason: why::varchar};

-- the same of figures that other rules of what is won change
create or replace macro won_figure(name, strict, lenient, otherwise) as
    own_figure(
        name, strict, [other_value(lenient, 'zero_counted_as_won')], otherwise
    );

-- of equally long runs, or equally large, any may be printed
create or replace macro run_figure(name, strict, lenient, otherwise) as
    own_figure(
        name,
        strict[1],
        list_concat(
            list_transform(strict, lambda value: other_value(value, null)),
            list_transform(
                lenient,
                lambda value: other_value(value, 'zero_counted_as_won')
            )
        ),
        otherwise
    );

-- of runs the most trades or the largest sum, and the other of the two
create or replace macro most_in_runs(runs) as
    list_max(list_transform(runs, lambda run: run.trades));

create or replace macro most_of_runs(runs) as
    list_max(list_transform(runs, lambda run: abs(run.amount)));

create or replace macro sums_of_longest(runs) as list_transform(
    list_filter(runs, lambda run: run.trades = most_in_runs(runs)),
    lambda run: run.amount::double
);

create or replace macro lengths_of_largest(runs) as list_transform(
    list_filter(runs, lambda run: abs(run.amount) = most_of_runs(runs)),
    lambda run: run.trades
);

-- how far a balance fell, from any of the starts that it may have had
create or replace macro fall_figure(name, falls, otherwise) as own_figure(
    name,
    falls[1],
    list_transform(falls, lambda fall: other_value(fall, null)),
    otherwise
);

-- whether a number is what is printed of it with so many decimals; a half may
-- go either way
create or replace macro is_printed_as(printed, value, decimals) as
    abs(printed - value)
    <= 0.5 * pow(10, -decimals) + 1e-12 * greatest(1, abs(value));

-- digests of rows can be compared as long as this stays: another DuckDB may
-- count them otherwise
create or replace macro digest_probe() as
    hash(
        'a text',
        1.5::double,
        2.25::decimal(28, 8),
        3::decimal(20, 0),
        timestamp '2024-06-03 09:00:00',
        null::varchar
    )::varchar;

-- of a record since a cut, whose capital is what the cut left, the same marked
create or replace macro record_digest(cut) as
    concat(digest_probe(), case when cut is not null then ' capital' end);
