-- one row per subject and member: its capital before the first event that counts. That is the
-- opening balance plus all bookings before the history cut, which are stored apart. It is 0 without
-- an opening balance and without a deposit.
--
-- It is unknown without any of them, and if not all deposits are known.
--
-- If all trades were read from the broker, only its bookings count. Its opening balance is from the
-- time that it begins with.
with
archived as (
    select
        archived_totals.account_id,
        sum(archived_totals.amount) as before_cut,
        bool_or(archived_totals.has_flow) as has_flow,
    from archived_totals
    group by archived_totals.account_id
),

deposited as (
    select distinct cash_flows.account_id
    from cash_flows
    semi join members using (account_id)
    where cash_flows.kind = 'flow'
),

-- Capital of a member is converted on the day it joins. A member that has not
-- joined uses the day of its newest report.
dated as (
    select
        members.subject_no,
        members.account_id,
        coalesce(joinings.joined_at, accounts.updated_at)::date as day,
    from members
    inner join accounts using (account_id)
    left join joinings using (subject_no, account_id)
)

select
    members.subject_no,
    members.account_id,
    members.deposits_unknown,
    not members.deposits_unknown and (
        members.opening_balance is not null
        or coalesce(archived.has_flow, false)
        or deposited.account_id is not null
    ) as is_known,
    case when is_known then
        coalesce(members.opening_balance, 0)::decimal(28, 8)
        + coalesce(archived.before_cut, 0)::decimal(28, 8)
    else 0 end as amount,
    -- Nothing is worth nothing in every currency, also on a day without a rate.
    case when members.currency = members.subject_currency or amount = 0 then 1.0
        else day_rates.rate end as rate,
from members
left join archived using (account_id)
left join deposited using (account_id)
inner join dated using (subject_no, account_id)
left join day_rates
    on members.subject_no = day_rates.subject_no
    and members.account_id = day_rates.account_id
    and dated.day = day_rates.day
