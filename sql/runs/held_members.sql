-- one row per subject that this run holds back and account it is made of, with
-- the day from which that one's history counts now
select
    held_now.subject_id,
    subject_members.account_id,
    strftime(history_cuts.history_cut_at, '%Y-%m-%d') as history_cut_at,
from held_now
inner join subject_members using (subject_id)
left join history_cuts using (account_id)
