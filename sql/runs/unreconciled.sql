-- one row per account whose printed balance or statement money differs from its
-- loaded data
with
off as (
    select
        compared_figures.account_id,
        list({
            figure: compared_figures.figure,
            printed_at: utc_iso(compared_figures.printed_at),
            printed: compared_figures.printed,
            ours: compared_figures.ours,
            gap: compared_figures.gap,
            reason: compared_figures.reason
        } order by
            compared_figures.printed_at desc,
            abs(compared_figures.gap) desc,
            compared_figures.figure
        ) as figures,
    from compared_figures
    where compared_figures.is_money and compared_figures.agrees = false
    group by compared_figures.account_id
)

select
    accounts.account_id,
    accounts.currency,
    summary.reconciliation.reported_balance as reported_balance,
    summary.reconciliation.balance as balance,
    summary.reconciliation.gap as gap,
    accounts.contradicted,
    case when off.figures is null then '[]'
        else to_json(off.figures)::varchar end as figures,
from accounts
inner join summary on accounts.account_id = summary.subject_id
left join off using (account_id)
where summary.reconciled = false
order by
    greatest(abs(summary.reconciliation.gap), abs(off.figures[1].gap))
        desc nulls last,
    accounts.account_id
