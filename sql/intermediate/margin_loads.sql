-- one row per account with equity reports that have a margin: its margin load,
-- at most and on average. The load is the share of equity bound as margin.
with
loads as (
    select
        members.subject_no,
        selected_equity."at",
        selected_equity.margin::double / selected_equity.equity::double as load,
    from selected_equity
    inner join members using (account_no)
    inner join selection using (subject_no)
    where selection.type = 'account'
        and selected_equity.margin >= 0
        and selected_equity.equity > 0
),

-- Some programs report each minute, others each hour, so each day counts once.
of_days as (
    select loads.subject_no, max(loads.load) as highest
    from loads
    group by loads.subject_no, loads."at"::date
),

means as (
    select
        of_days.subject_no,
        count(*) as days,
        twelve_digits(avg(twelve_digits(of_days.highest))) as mean_load,
    from of_days
    group by of_days.subject_no
),

-- The highest load; on a tie the earliest.
peaks as (
    select
        loads.subject_no,
        min({negated: -loads.load, "at": loads."at"}) as highest,
    from loads
    group by loads.subject_no
)

select
    peaks.subject_no,
    -peaks.highest.negated as max_load,
    peaks.highest."at" as max_at,
    means.mean_load,
    means.days,
    facts.leverage,
from peaks
inner join means using (subject_no)
inner join facts using (subject_no)
