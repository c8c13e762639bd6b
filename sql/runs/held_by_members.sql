-- one row per portfolio that this run holds back only because of a member
select
    subjects.subject_id,
    'member_held_back' as failed_check,
    case when count(*) > 1 then 'withheld_held_members' else 'withheld_held_member' end as code,
    to_json({
        'account': min(subject_members.account_id),
        'count': count(*) - 1
    })::varchar as reason_values,
from subjects
inner join subject_members using (subject_id)
semi join held_now on subject_members.account_id = held_now.subject_id
anti join held_now as held_already
    on subjects.subject_id = held_already.subject_id
where subjects.type = 'portfolio'
group by subjects.subject_id
