-- one row per account that subjects in scope are made of, kind of fact and UTC
-- day (none for its capital): how many there are and a digest that any change of
-- them changes, whatever their order; the same of those up to the instant that
-- the version in service knew of the account
with
-- where trades of the account stand among those of subjects
known as (
    select
        members.account_id,
        any_value(members.account_no) as account_no,
        -- what a cut took away is in what it left
        any_value(case
            when members.cut_at is null then members.opening_balance
            when starting_capital.is_known
                then starting_capital.amount::decimal(28, 8)
        end) as capital,
        any_value(published_accounts.reached_at) as known_until,
        arg_min(members.member_no, members.subject_no) as member_no,
        min(members.subject_no) as subject_no,
    from members
    inner join starting_capital using (subject_no, account_id)
    left join published_accounts using (account_id)
    group by members.account_id
),

bookings as (
    select
        known.subject_no,
        known.member_no,
        'trades' as fact,
        subject_trades.closed_at as happened_at,
        known.known_until,
        subject_trades.digest,
    from subject_trades
    inner join known using (subject_no, member_no)
    union all
    select
        known.subject_no,
        known.member_no,
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
        bookings.subject_no,
        bookings.member_no,
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
    group by
        bookings.subject_no,
        bookings.member_no,
        bookings.fact,
        bookings.happened_at::date
),

-- of a day's reports the last is what counts
reported as (
    select
        known.account_no,
        scoped_equity."at"::date as day,
        max(scoped_equity."at") as reached_at,
        arg_max(scoped_equity.equity, scoped_equity."at") as equity,
        arg_max(scoped_equity.equity, scoped_equity."at")
            filter (scoped_equity."at" <= known.known_until) as known_equity,
    from scoped_equity
    inner join known using (account_no)
    group by known.account_no, scoped_equity."at"::date
)

select
    known.account_id,
    booked.day::varchar as day,
    booked.fact,
    booked.reached_at,
    booked.facts,
    (booked.digest % 18446744073709551616)::ubigint::varchar as digest,
    booked.known_facts,
    (booked.known_digest % 18446744073709551616)::ubigint::varchar
        as known_digest,
from booked
inner join known using (subject_no, member_no)
union all
select
    known.account_id,
    reported.day::varchar,
    'equity',
    reported.reached_at,
    1,
    hash(reported.equity)::varchar,
    case when reported.known_equity is null then 0 else 1 end,
    hash(reported.known_equity)::varchar,
from reported
inner join known using (account_no)
union all
select
    known.account_id,
    '',
    'capital',
    null,
    1,
    hash(known.capital)::varchar,
    1,
    hash(known.capital)::varchar,
from known
