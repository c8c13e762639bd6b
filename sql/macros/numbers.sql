-- Functions of numbers. Every function in this folder returns null or a finite
-- number, never NaN or Infinity.

-- Rounds to 12 significant digits, so that a sum of doubles is the same in any
-- order.
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

-- Percent of a day, so exact that the days of a record compound to its return.
create or replace macro eight_decimals(value) as
    round(twelve_digits(value), 8) + 0.0;

-- The same for a long expression in a relation with a row per subject. A macro repeats its
-- argument, which makes a long one slow to plan.
create or replace macro percent_once(share) as
    list_transform([share], lambda one: percent(one))[1];
create or replace macro six_decimals_once(value) as
    list_transform([value], lambda one: six_decimals(one))[1];

-- Growth is summed as logarithms in whole units of 1e-18. Unlike a product of
-- doubles, the sum does not depend on the order. A total loss adds nothing
-- here; count it separately.
create or replace macro log_units(growth) as
    case when growth > 0 then round(ln(growth) * 1e18) else 0 end::hugeint;
create or replace macro growth_of(units) as exp(units::double / 1e18);

create or replace macro ratio(numerator, denominator) as
    numerator / nullif(denominator, 0);

-- Counts and money in minor units are whole numbers, exact as doubles below
-- 2^53.
create or replace macro whole(value) as value + 0.0::double;

-- Packs two counts, each up to 67 million, into one number. One running sum then does for both, in
-- half the time (0.25 s less for a million rows).
create or replace macro two_counts(is_one, is_other) as
    case when is_one then 1.0::double else 0 end
    + case when is_other then 67108864.0::double else 0 end;
create or replace macro first_count(counts) as counts % 67108864;
create or replace macro second_count(counts) as floor(counts / 67108864);

-- Value that all rows of a group share; null if they differ.
create or replace macro agreed(value) as
    case when count(value) = count(*) and min(value) = max(value)
        then min(value) end;

-- Sum of amounts without noise of doubles: 15 significant digits, 8 decimals.
create or replace macro tidy(value) as
    case
        when value = 0 then 0.0::double
        else round(
            value, least(8, 14 - floor(log10(abs(value)))::integer)
        )
    end;

-- Difference of two amounts, with the digits of the larger one.
create or replace macro difference(amount, other) as
    round(
        amount - other,
        least(
            8,
            14 - floor(log10(greatest(abs(amount), abs(other), 1)))::integer
        )
    ) + 0.0;
