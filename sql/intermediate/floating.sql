-- one row per subject with data: result of its open positions, taken from the
-- newest equity report where that is as new as the newest booking, else from
-- the positions; reported_equity is an account's report where it is that new
with
booked as (
    select
        bookings.subject_no,
        bookings.account_id,
        max(bookings.booked_at) as booked_at,
        sum(bookings.amount)::double as amount,
    from (
        select
            member_trades.subject_no,
            member_trades.account_id,
            member_trades.closed_at as booked_at,
            member_trades.profit + member_trades.commission
            + member_trades.swap as amount,
        from member_trades
        union all
        select
            rated_flows.subject_no,
            rated_flows.account_id,
            rated_flows."at",
            rated_flows.amount,
        from rated_flows
    ) as bookings
    group by bookings.subject_no, bookings.account_id
),

reported as (
    select
        members.subject_no,
        members.account_id,
        max(equity."at") as reported_at,
        arg_max(equity.equity, equity."at")::double as equity,
    from equity
    inner join members using (account_id)
    group by members.subject_no, members.account_id
),

held as (
    select
        open_positions.subject_no,
        open_positions.account_id,
        sum(
            open_positions.profit + open_positions.commission
            + open_positions.swap
        ) as amount,
    from open_positions
    group by open_positions.subject_no, open_positions.account_id
),

of_members as (
    select
        starting_capital.subject_no,
        starting_capital.account_id,
        starting_capital.currency,
        starting_capital.subject_currency,
        case when booked.booked_at is null
            or reported.reported_at >= booked.booked_at
            then reported.equity end as reported_equity,
        case when starting_capital.is_known
            then starting_capital.amount::double
                + case when booked.amount is null then 0 else booked.amount end
            else accounts.reported_balance::double
        end as balance,
        case when held.amount is null then 0 else held.amount end as held,
    from starting_capital
    inner join accounts using (account_id)
    left join booked using (subject_no, account_id)
    left join reported using (subject_no, account_id)
    left join held using (subject_no, account_id)
),

latest_rates as (
    select
        exchange_rates.base,
        exchange_rates.quote,
        arg_max(exchange_rates.rate, exchange_rates.date) as rate,
    from exchange_rates
    cross join run_context
    where exchange_rates.date <= run_context.as_of::date
    group by exchange_rates.base, exchange_rates.quote
)

select
    of_members.subject_no,
    sum(
        case
            when of_members.reported_equity - of_members.balance is null
                then of_members.held
            when of_members.currency = of_members.subject_currency
                then of_members.reported_equity - of_members.balance
            else round(
                (of_members.reported_equity - of_members.balance)
                * latest_rates.rate,
                2
            )
        end
    ) as floating,
    any_value(of_members.reported_equity) filter (scope.type = 'account')
        as reported_equity,
from of_members
inner join scope using (subject_no)
left join latest_rates
    on of_members.currency = latest_rates.base
    and of_members.subject_currency = latest_rates.quote
group by of_members.subject_no
