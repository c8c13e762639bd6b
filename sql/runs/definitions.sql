-- one row per subject: its definition as text, which changes if currency,
-- benchmark, members, cuts
-- or the number of published accounts change
select
    subjects.subject_id,
    to_json({
        currency: any_value(subjects.currency),
        created_at: any_value(subjects.created_at),
        benchmark: any_value(subjects.benchmark),
        accounts_published: any_value(subjects.accounts_published),
        members: list(
            {
                account_id: subject_members.account_id,
                cut: history_cuts.history_cut_at
            }
            order by subject_members.account_id
        )
    })::varchar as definition,
    any_value(subjects.observed_from) as observed_from,
    to_json({
        since: any_value(subjects.observed_from), gaps: any_value(subjects.gaps)
    })::varchar as observed,
from subjects
left join subject_members using (subject_id)
left join history_cuts using (account_id)
group by subjects.subject_id
