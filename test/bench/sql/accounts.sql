-- one row per account
select
    account_id_of(n) as account_id,
    ['MT4', 'MT5', 'cTrader', 'TradeLocker'][n % 4 + 1] as platform,
    ['USD', 'USD', 'USD', 'EUR', 'GBP'][n % 5 + 1] as currency,
    'Bench Markets' as broker,
    'Bench-Live' as server,
    [30, 100, 200, 500][n % 4 + 1] as leverage,
    n % 10 = 9 as demo,
    at_seconds(session_seconds(520 * begins) - 86400) as created_at,
    at_seconds(session_seconds(519.999)) as updated_at,
from plans
order by n
