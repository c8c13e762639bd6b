-- one row per subject that this run holds back and member account, with the
-- first day of its history that counts
select
    computed_now.subject_id,
    subject_members.account_id,
    strftime(history_cuts.history_cut_at, '%Y-%m-%d') as history_cut_at,
from computed_now
inner join subject_members using (subject_id)
left join history_cuts using (account_id)
where computed_now.withheld is not null
