-- one row per portfolio that this run holds back only because of a member
with
held as (
    select computed_now.subject_id
    from computed_now
    where computed_now.withheld is not null
)

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
semi join held on subject_members.account_id = held.subject_id
anti join held as held_already
    on subjects.subject_id = held_already.subject_id
where subjects.type = 'portfolio'
group by subjects.subject_id
