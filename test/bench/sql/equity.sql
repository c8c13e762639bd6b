-- one row per account and weekday with a report, in order of time
with reports as (
    select
        n,
        d,
        capital * (1.1 + 0.15 * sin(d / 60 + n)) as balance,
        capital * 0.008 * bell(scatter(n, d)) as floating,
    from range(520 - getvariable('reports'), 520) as weekdays (d), plans
    where d >= ceil(520 * begins)
)
select
    account_id_of(n) as account_id,
    at_seconds(session_seconds(d) + 72000) as "at",
    balance::decimal(18, 2) as balance,
    (balance + floating)::decimal(18, 2) as equity,
from reports
order by d, n
