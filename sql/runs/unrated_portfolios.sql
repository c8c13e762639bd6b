-- one row per selected portfolio without an exchange rate on or before the
-- first day that needs one, with the missing pairs
select
    missing_rates.subject_id,
    'missing_rates' as failed_check,
    string_agg(
        'no rate ' || missing_rates.base || ' to ' || missing_rates.quote
        || ' on or before ' || missing_rates.day,
        ', '
        order by missing_rates.base
    ) as reason,
from missing_rates
group by missing_rates.subject_id
