-- one row per subject with data: values of its platform; for a portfolio those
-- on which all members agree
select
    scope.subject_no,
    agreed(members.platform) as platform,
    scope.currency,
    agreed(accounts.broker) as broker,
    agreed(accounts.server) as server,
    agreed(accounts.leverage) as leverage,
    case
        when bool_or(accounts.demo) then true
        when count(*) = count(accounts.demo) then false
    end as demo,
    agreed(accounts.data_source) as data_source,
    case when scope.type = 'account' then
        any_value(accounts.reported_balance)::double
    end as reported_balance,
    case when scope.type = 'account' then any_value(accounts.created_at)
        else scope.created_at end as created_at,
    max(accounts.updated_at) as updated_at,
    case when scope.type = 'account' then any_value(members.cut_at)::date end
        as cut_on,
from scope
inner join members using (subject_no)
inner join accounts using (account_id)
group by scope.subject_no, scope.type, scope.currency, scope.created_at
