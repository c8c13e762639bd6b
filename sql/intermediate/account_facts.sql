-- one row per account that subjects in scope are made of, kind of fact and UTC
-- day (none for its capital): how many there are and a digest that any change of
-- them changes, whatever their order; the same of those up to the instant that
-- the version in service knew of the account
with
known as (
    select distinct
        members.account_id,
        members.account_no,
        members.opening_balance,
        published_accounts.reached_at as known_until,
    from members
    left join published_accounts using (account_id)
),

bookings as (
    select
        known.account_id,
        'trades' as fact,
        scoped_trades.closed_at as happened_at,
        known.known_until,
        hash(
            scoped_trades.ticket,
            scoped_trades.symbol,
            scoped_trades.side,
            scoped_trades.volume,
            scoped_trades.open_price,
            scoped_trades.close_price,
            nullif(scoped_trades.stop_loss, 0),
            nullif(scoped_trades.take_profit, 0),
            scoped_trades.opened_at,
            scoped_trades.closed_at,
            scoped_trades.profit,
            scoped_trades.commission,
            scoped_trades.swap,
            nullif(scoped_trades.comment, ''),
            scoped_trades.magic_number
        ) as digest,
    from scoped_trades
    inner join known using (account_no)
    union all
    select
        known.account_id,
        'flows',
        cash_flows."at",
        known.known_until,
        hash(cash_flows.id, cash_flows."at", cash_flows.amount, cash_flows.kind),
    from cash_flows
    inner join known using (account_id)
    where cash_flows.kind <> 'credit'
),

booked as (
    select
        bookings.account_id,
        bookings.fact,
        bookings.happened_at::date as day,
        max(bookings.happened_at) as reached_at,
        count(*) as facts,
        sum(bookings.digest) as digest,
        count(*) filter (bookings.happened_at <= bookings.known_until)
            as known_facts,
        sum(bookings.digest)
            filter (bookings.happened_at <= bookings.known_until)
            as known_digest,
    from bookings
    group by bookings.account_id, bookings.fact, bookings.happened_at::date
),

-- of a day's reports the last is what counts
reported as (
    select
        known.account_id,
        scoped_equity."at"::date as day,
        max(scoped_equity."at") as reached_at,
        arg_max(scoped_equity.equity, scoped_equity."at") as equity,
        arg_max(scoped_equity.equity, scoped_equity."at")
            filter (scoped_equity."at" <= known.known_until) as known_equity,
    from scoped_equity
    inner join known using (account_no)
    group by known.account_id, scoped_equity."at"::date
)

select
    booked.account_id,
    strftime(booked.day, '%Y-%m-%d') as day,
    booked.fact,
    booked.reached_at,
    booked.facts,
    (booked.digest % 18446744073709551616)::varchar as digest,
    booked.known_facts,
    (booked.known_digest % 18446744073709551616)::varchar as known_digest,
from booked
union all
select
    reported.account_id,
    strftime(reported.day, '%Y-%m-%d'),
    'equity',
    reported.reached_at,
    1,
    hash(reported.equity)::varchar,
    case when reported.known_equity is null then 0 else 1 end,
    hash(reported.known_equity)::varchar,
from reported
union all
select
    known.account_id,
    '',
    'capital',
    null,
    1,
    hash(known.opening_balance)::varchar,
    1,
    hash(known.opening_balance)::varchar,
from known
