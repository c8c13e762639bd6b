-- one row per subject: whether it reconciles, and the balances that were compared.
-- For a portfolio: false if false for a member, else null if null for a member.
with
-- True if all money that statements print agrees. A balance that the platform reported in another
-- way counts only if no statement prints one.
printed as (
    select
        figure_comparisons.account_id,
        count(*) filter (
            figure_comparisons.is_money and figure_comparisons.agrees = false
        ) > 0 as is_off,
        count(*) filter (figure_comparisons.figure = 'balance') > 0
            as has_balance,
        count(*) filter (
            figure_comparisons.figure = 'balance'
            and figure_comparisons.ours is null
        ) > 0 as is_unknown,
    from figure_comparisons
    group by figure_comparisons.account_id
),

verdicts as (
    select
        selection.subject_no,
        subject_members.account_id,
        case
            when printed.is_off or accounts.contradicted is not null then false
            when not coalesce(printed.has_balance, false)
                then reconciliations.is_reconciled
            when not printed.is_unknown then true
        end as is_reconciled,
        case when selection.type = 'account'
            then reconciliations.reported_balance end as reported_balance,
        case when selection.type = 'account'
            then reconciliations.balance end as balance,
    from selection
    inner join subject_members using (subject_id)
    left join accounts using (account_id)
    left join printed using (account_id)
    left join reconciliations
        on selection.subject_no = reconciliations.subject_no
        and subject_members.account_id = reconciliations.account_id
)

select
    verdicts.subject_no,
    case
        when bool_or(not verdicts.is_reconciled) then false
        when count(*) = count(verdicts.is_reconciled) then true
    end as is_reconciled,
    any_value(verdicts.reported_balance)::double as reported_balance,
    any_value(verdicts.balance)::double as balance,
    any_value(verdicts.balance - verdicts.reported_balance)::double as gap,
from verdicts
group by verdicts.subject_no
