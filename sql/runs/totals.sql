-- one row per subject: number of closed trades and their net profit in 10^-8.
-- Data of an account without a row in `accounts` waits, and counts in no portfolio.
with
counted as (
    select
        subject_members.subject_id,
        count(*) as trades,
        sum(trades.profit + trades.commission + trades.swap) as net,
    from trades
    inner join subject_members using (account_id)
    semi join accounts using (account_id)
    group by subject_members.subject_id
)

select
    computed.subject_id,
    subjects.type,
    coalesce(counted.trades, 0) as trades,
    (coalesce(counted.net, 0)::decimal(38, 8) * 100000000)::hugeint::varchar
        as net_units,
from computed
inner join subjects using (subject_id)
left join counted using (subject_id)
where computed.as_of is not null
order by computed.subject_id
