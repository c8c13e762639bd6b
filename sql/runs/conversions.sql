-- one row per selected portfolio, member in another currency, and day of
-- conversion
select
    selection.subject_id,
    day_rates.account_id,
    day_rates.day,
    day_rates.rate,
    money_units.unit,
    money_units.printed_digits,
from day_rates
inner join selection using (subject_no)
inner join money_units using (subject_no)
