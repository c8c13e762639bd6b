-- one row per subject and member with known capital and a printed balance: that
-- balance and the computed one
with
bookings as (
    select
        selected_trades.account_id,
        selected_trades.closed_at as happened_at,
        selected_trades.profit + selected_trades.commission + selected_trades.swap
            as amount,
    from selected_trades
    union all
    select cash_flows.account_id, cash_flows."at", cash_flows.amount
    from cash_flows
    semi join members using (account_id)
    where cash_flows.kind <> 'credit'
),

-- A printed balance may be older than the newest bookings, or may include them
-- already.
booked as (
    select
        bookings.account_id,
        sum(bookings.amount) as present,
        sum(bookings.amount) filter (
            bookings.happened_at <= accounts.updated_at
        ) as as_printed,
    from bookings
    inner join accounts using (account_id)
    group by bookings.account_id
),

-- Opening costs of the open positions. A platform may charge them at once; here
-- they count at closing.
reports as (
    select positions.account_id, positions.reported_at, positions.data_source,
    from positions
    union all
    select
        position_reports.account_id,
        position_reports.reported_at,
        position_reports.data_source,
    from position_reports
),

newest as (
    select reports.account_id, max(reports.reported_at) as reported_at
    from reports
    semi join members
        on reports.account_id = members.account_id
        and (reports.data_source = 'broker_api')
        >= coalesce(members.is_read_from_broker, true)
    group by reports.account_id
),

charged as (
    select positions.account_id, sum(positions.commission) as amount
    from positions
    inner join newest using (account_id, reported_at)
    inner join accounts using (account_id)
    where not accounts.is_read_from_broker
        or positions.data_source = 'broker_api'
    group by positions.account_id
),

balances as (
    select
        starting_capital.subject_no,
        accounts.account_id,
        accounts.reported_balance,
        printed_digits(accounts.reported_balance, accounts.currency) as digits,
        starting_capital.amount
        + case when booked.present is null then 0 else booked.present end
            as present,
        starting_capital.amount
        + case when booked.as_printed is null then 0 else booked.as_printed end
            as as_printed,
        case when charged.amount is null then 0 else charged.amount end
            as charged,
    from starting_capital
    inner join accounts using (account_id)
    left join booked using (account_id)
    left join charged using (account_id)
    where starting_capital.is_known and accounts.reported_balance is not null
),

booked_balances as (
    select
        balances.*,
        case
            when abs(balances.as_printed - balances.reported_balance)
                < abs(balances.present - balances.reported_balance)
                then balances.as_printed
            else balances.present
        end as booked,
    from balances
),

nearest as (
    select
        booked_balances.*,
        case
            when abs(
                booked_balances.booked + booked_balances.charged
                - booked_balances.reported_balance
            ) < abs(booked_balances.booked - booked_balances.reported_balance)
                then booked_balances.booked + booked_balances.charged
            else booked_balances.booked
        end as balance,
    from booked_balances
)

select
    nearest.subject_no,
    nearest.account_id,
    nearest.reported_balance,
    nearest.balance,
    -- Rounding to the last digit moves a figure by at most half of it.
    2 * abs(nearest.balance - nearest.reported_balance)
    <= pow(10, -nearest.digits)::decimal(28, 8) as is_reconciled,
from nearest
