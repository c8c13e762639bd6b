-- one row per subject, member in another currency, and day of conversion: the
-- rate of the day, or the last one before it
select
    foreign_days.subject_no,
    foreign_days.account_id,
    foreign_days.member_no,
    foreign_days.day,
    exchange_rates.rate,
from foreign_days
asof inner join exchange_rates
    on foreign_days.currency = exchange_rates.base
    and foreign_days.subject_currency = exchange_rates.quote
    and foreign_days.day >= exchange_rates.date
