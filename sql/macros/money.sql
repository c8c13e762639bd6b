-- Functions of money and its digits.

create or replace macro currency_codes() as
    'AED|ALL|AMD|ARS|AUD|AZN|BAM|BBD|BDT|BGN|BHD|BND|BOB|BRL|BSD|BWP|BYN|CAD|CHF|CLP|CNH|CNY|COP|CRC|CZK|DKK|DOP|DZD|EEK|EGP|ETB|EUR|GBP|GEL|GHS|GTQ|HKD|HNL|HRK|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KRW|KWD|KZT|LAK|LBP|LKR|LTL|LVL|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MUR|MXN|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SEK|SGD|THB|TJS|TMT|TND|TRY|TTD|TWD|TZS|UAH|UGX|USD|UYU|UZS|VES|VND|XAF|XOF|XPF|YER|ZAR|ZMW';

-- Amount converted at a rate, in whole minor units, halves rounded away from
-- zero.
create or replace macro to_minor(amount, rate, unit) as
    round(round(amount::double * rate * unit, 6)) + 0.0;

create or replace macro money(minor, unit) as (minor + 0.0) / unit;

-- Decimals of a loaded amount, at least 2.
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

-- Decimals that a balance was printed with. Trailing zeros are lost, so it is
-- at least the number of decimals of the currency (ISO 4217).
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

-- Reported amount, unchanged or converted and rounded like money.
create or replace macro reported_money(amount, rate, digits) as
    round(
        round(amount::double * rate, 9), case rate when 1 then 8 else digits end
    ) + 0.0;

-- Minor units in one unit: cents for currencies of ISO 4217, 10^-8 for coins.
create or replace macro currency_digits(currency) as
    case
        when regexp_full_match(currency, currency_codes()) then 2
        else 8
    end;

-- Money as decimal text; no trades give a sum of 0.
create or replace macro money_text(minor, digits) as
    format(
        '{:.' || digits || 'f}',
        (case when minor is null then 0 else minor end + 0.0) / pow(10, digits)
    );

-- Amount as loaded, or converted at the rate of the portfolio.
create or replace macro member_money(amount, rate, unit) as
    case when rate is null then amount
        else try_cast(money(to_minor(amount, rate, unit), unit) as decimal(28, 8))
    end;
