-- five rows per account: the first deposit, then deposits, withdrawals and
-- the odd adjustment
with flows as (
    select
        n,
        capital,
        f,
        scatter(n * 5 + f, 'flow') as h,
        520 * (
            begins + (1 - begins)
            * if(f = 0, 0, (f - 1 + fair(scatter(n, f), 0)) / 4)
        ) as x,
    from plans, range(5) as numbers (f)
)
select
    account_id_of(n) as account_id,
    (10000000 + f)::varchar as id,
    at_seconds(session_seconds(x) - if(f = 0, 864000, 0)) as "at",
    case
        when f = 0 then capital
        when f = 4 and n % 5 = 0 then round(capital * 0.002, 2)
        when fair(h, 0) < 0.7
            then round(capital * (0.05 + 0.2 * fair(h, 15)), 2)
        else -round(capital * 0.1 * fair(h, 15) + 1, 2)
    end::decimal(18, 2) as amount,
    if(f = 4 and n % 5 = 0, 'adjustment', null) as kind,
from flows
order by "at", n
