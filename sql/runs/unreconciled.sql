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
    unreconciled_accounts.reported_balance,
    unreconciled_accounts.balance,
    unreconciled_accounts.gap,
    accounts.contradicted,
    case when off.figures is null then '[]'
        else to_json(off.figures)::varchar end as figures,
from accounts
inner join unreconciled_accounts using (account_id)
left join off using (account_id)
