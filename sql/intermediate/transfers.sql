-- one row per cash flow that only moved between members of a portfolio: within
-- one clock minute, adding up to zero in its currency
with
flows as (
    select
        rated_flows.subject_no,
        rated_flows.account_id,
        rated_flows.id,
        date_trunc('minute', rated_flows."at") as minute,
        round(
            rated_flows.amount::double * rated_flows.rate,
            case rated_flows.rate when 1 then 8 else 2 end
        ) as amount,
    from rated_flows
    inner join selection using (subject_no)
    where selection.type = 'portfolio' and rated_flows.kind = 'flow'
),

netted_minutes as (
    select flows.subject_no, flows.minute
    from flows
    group by flows.subject_no, flows.minute
    having abs(sum(flows.amount)) < 5e-9
        and count(distinct flows.account_id) > 1
),

left_over as (
    select
        flows.*,
        row_number() over same_amount as occurrence,
    from flows
    anti join netted_minutes using (subject_no, minute)
    window same_amount as (
        partition by flows.subject_no, flows.minute, flows.amount
        order by flows.account_id, flows.id
    )
),

pairs as (
    select
        deposits.subject_no,
        unnest([
            {account_id: deposits.account_id, id: deposits.id},
            {account_id: withdrawals.account_id, id: withdrawals.id}
        ]) as flow,
    from left_over as deposits
    inner join left_over as withdrawals
        on deposits.subject_no = withdrawals.subject_no
        and deposits.minute = withdrawals.minute
        and deposits.amount = -withdrawals.amount
        and deposits.occurrence = withdrawals.occurrence
        and deposits.account_id <> withdrawals.account_id
    where deposits.amount > 0
)

select flows.subject_no, flows.account_id, flows.id
from flows
inner join netted_minutes using (subject_no, minute)
union all
select pairs.subject_no, pairs.flow.account_id, pairs.flow.id
from pairs
