-- one row per subject and cash flow or adjustment, money in minor units
select
    member_flows.subject_no,
    member_flows.member_no,
    member_flows.id,
    member_flows."at",
    member_flows.kind,
    to_minor(member_flows.amount, member_flows.rate, money_units.unit)
        as amount_minor,
    member_flows.came_late,
from member_flows
inner join money_units using (subject_no)
