-- one row per subject with data: floating profit of its open positions. It
-- comes from the newest equity report if that is as new as the newest booking,
-- else from the positions. An account with such a report has its equity in
-- `reported_equity`.
with
booked as (
    select
        bookings.subject_no,
        bookings.member_no,
        max(bookings.booked_at) as booked_at,
        sum(bookings.amount)::double as amount,
    from (
        select
            members.subject_no,
            members.member_no,
            selected_trades.closed_at as booked_at,
            selected_trades.profit + selected_trades.commission
            + selected_trades.swap as amount,
        from selected_trades
        inner join members using (account_no)
        union all
        select
            rated_flows.subject_no,
            rated_flows.member_no,
            rated_flows."at",
            rated_flows.amount,
        from rated_flows
    ) as bookings
    group by bookings.subject_no, bookings.member_no
),

reported as (
    select
        members.subject_no,
        members.member_no,
        max(selected_equity."at") as reported_at,
        arg_max(selected_equity.equity, selected_equity."at")::double as equity,
    from selected_equity
    inner join members using (account_no)
    group by members.subject_no, members.member_no
),

held as (
    select
        open_positions.subject_no,
        open_positions.member_no,
        sum(
            open_positions.profit + open_positions.commission
            + open_positions.swap
        ) as amount,
    from open_positions
    group by open_positions.subject_no, open_positions.member_no
),

of_members as (
    select
        members.subject_no,
        members.member_no,
        members.currency <> members.subject_currency as is_foreign,
        reported.reported_at,
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
    inner join members using (subject_no, account_id)
    inner join accounts using (account_id)
    left join booked using (subject_no, member_no)
    left join reported using (subject_no, member_no)
    left join held using (subject_no, member_no)
)

select
    of_members.subject_no,
    sum(
        case
            when of_members.reported_equity - of_members.balance is null
                then of_members.held
            else reported_money(
                of_members.reported_equity - of_members.balance,
                case when of_members.is_foreign then day_rates.rate
                    else 1.0 end,
                money_units.printed_digits
            )
        end
    ) as floating,
    any_value(of_members.reported_equity) filter (selection.type = 'account')
        as reported_equity,
from of_members
inner join selection using (subject_no)
inner join money_units using (subject_no)
left join day_rates
    on of_members.subject_no = day_rates.subject_no
    and of_members.member_no = day_rates.member_no
    and of_members.reported_at::date = day_rates.day
group by of_members.subject_no
