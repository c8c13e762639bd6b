-- one row per subject and cash flow or adjustment, with the rate of the day
-- into the currency of the subject
select
    members.subject_no,
    members.member_no,
    cash_flows.*,
    case when members.currency = members.subject_currency then 1.0
        else day_rates.rate end as rate,
from cash_flows
inner join members using (account_id)
left join day_rates
    on members.subject_no = day_rates.subject_no
    and members.account_id = day_rates.account_id
    and cash_flows."at"::date = day_rates.day
where cash_flows.kind <> 'credit'
