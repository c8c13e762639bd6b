-- one row per account, statement and printed figure, as JSON: newest statement
-- first, differences before the rest
select
    to_json({
        account_id: reconciliation.account_id,
        statement: reconciliation.statement,
        covered_from: utc_iso(reconciliation.covered_from),
        printed_at: utc_iso(reconciliation.printed_at),
        figure: reconciliation.figure,
        printed: reconciliation.printed,
        ours: reconciliation.ours,
        gap: reconciliation.gap,
        agrees: reconciliation.agrees,
        reason: reconciliation.reason,
        is_money: coalesce(compared_figures.is_money, true),
        decimals: coalesce(compared_figures.decimals, 2)
    })::varchar as compared,
from reconciliation
left join compared_figures using (account_id, statement, figure)
where $account_id is null or reconciliation.account_id = $account_id
order by
    reconciliation.account_id,
    reconciliation.printed_at desc,
    reconciliation.statement,
    case reconciliation.agrees when false then 0 when true then 1 else 2 end,
    reconciliation.figure
