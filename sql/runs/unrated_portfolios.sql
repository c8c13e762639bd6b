-- one row per selected portfolio without an exchange rate on or before the
-- first day that needs one, with the missing pairs
select
    missing_rates.subject_id,
    'missing_rates' as failed_check,
    'withheld_list' as code,
    to_json({
        'items': list(
            {
                'code': 'withheld_no_rate',
                'values': {
                    'from': missing_rates.base,
                    'to': missing_rates.quote,
                    'day': missing_rates.day::varchar
                }
            }
            order by missing_rates.base
        )
    })::varchar as reason_values,
from missing_rates
group by missing_rates.subject_id
