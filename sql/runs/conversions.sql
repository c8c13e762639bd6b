-- one row per portfolio in scope, member in another currency, and day of
-- conversion
select
    scope.subject_id,
    day_rates.account_id,
    day_rates.day,
    day_rates.rate,
    money_units.unit,
    money_units.printed_digits,
from day_rates
inner join scope using (subject_no)
inner join money_units using (subject_no)
