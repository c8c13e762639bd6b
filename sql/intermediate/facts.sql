-- one row per subject with data: values of its platform; for a portfolio those
-- on which all members agree
select
    selection.subject_no,
    agreed(members.platform) as platform,
    selection.currency,
    agreed(accounts.broker) as broker,
    agreed(accounts.server) as server,
    agreed(accounts.leverage) as leverage,
    case
        when bool_or(accounts.demo) then true
        when count(*) = count(accounts.demo) then false
    end as demo,
    agreed(accounts.data_source) as data_source,
    case when selection.type = 'account' then
        any_value(accounts.reported_balance)::double
    end as reported_balance,
    case when selection.type = 'account' then any_value(accounts.created_at)
        else selection.created_at end as created_at,
    max(accounts.updated_at) as updated_at,
    case when selection.type = 'account' then any_value(members.cut_at)::date end
        as cut_on,
from selection
inner join members using (subject_no)
inner join accounts using (account_id)
group by selection.subject_no, selection.type, selection.currency, selection.created_at
