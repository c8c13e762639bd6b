-- one row per portfolio and joined member: it joins at its history cut, else at
-- its first event
with
booked as (
    select
        selected_trades.account_id,
        min(selected_trades.closed_at) as first_at,
    from selected_trades
    group by selected_trades.account_id
    union all
    select rated_flows.account_id, min(rated_flows."at")
    from rated_flows
    group by rated_flows.account_id
),

first_events as (
    select booked.account_id, min(booked.first_at) as happened_at
    from booked
    group by booked.account_id
)

select
    members.subject_no,
    members.account_id,
    members.member_no,
    coalesce(members.cut_at, first_events.happened_at) as joined_at,
from members
inner join selection using (subject_no)
left join first_events using (account_id)
where selection.type = 'portfolio'
    and coalesce(members.cut_at, first_events.happened_at) is not null
