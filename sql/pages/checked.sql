-- one row per subject: figures of its newest statement that agree. There is no row unless the
-- account reconciles and the statement covers all published data: a part of the record could reveal
-- hidden data.
with
newest as (
    select
        selection.subject_no,
        figure_comparisons.account_id,
        arg_max(
            figure_comparisons.statement,
            (figure_comparisons.printed_at, figure_comparisons.statement)
        ) as statement,
        count(distinct figure_comparisons.statement) as statements,
    from figure_comparisons
    inner join selection on figure_comparisons.account_id = selection.subject_id
    group by selection.subject_no, figure_comparisons.account_id
),

spans as (
    select
        events.subject_no,
        min(events.happened_at) as first_at,
        max(events.happened_at) as last_at,
    from events
    group by events.subject_no
),

told as (
    select
        newest.subject_no,
        figure_comparisons.printed_at,
        figure_comparisons.figure,
        figure_comparisons.agrees,
        figure_comparisons.figure in ('balance', 'equity', 'floating_profit')
            as is_of_moment,
        figure_comparisons.covered_from is null
        or figure_comparisons.covered_from <= spans.first_at
        or spans.first_at is null as is_whole,
        {
            figure: figure_comparisons.figure,
            printed: figure_comparisons.printed,
            decimals: figure_comparisons.decimals,
            ours: round(figure_comparisons.ours, figure_comparisons.decimals)
                + 0.0,
            reason: figure_comparisons.reason
        } as row,
    from newest
    inner join figure_comparisons using (account_id, statement)
    left join spans using (subject_no)
    where (figure_comparisons.agrees
            or figure_comparisons.reason
                in ('zero_counted_as_won', 'of_rounded_score'))
        and (figure_comparisons.printed_at >= spans.last_at
            or spans.last_at is null)
),

listed as (
    select
        told.subject_no,
        max(told.printed_at) as printed_at,
        count(*) filter (told.agrees) as agreeing,
        list(told.row order by told.figure) filter (
            told.is_of_moment
            or (told.is_whole and told.figure in (
                'deposits', 'withdrawals', 'net_deposits', 'closed_profit',
                'net_profit'
            ))
        ) as money,
        list(told.row order by told.figure) filter (
            told.is_whole and told.figure in (
                'ahpr', 'ahpr_percent', 'average_loss_trade',
                'average_profit_trade', 'commission', 'expected_payoff',
                'ghpr', 'ghpr_percent', 'gross_loss', 'gross_profit',
                'largest_loss_trade', 'largest_profit_trade', 'long_trades',
                'long_trades_won_percent', 'loss_trades',
                'loss_trades_percent', 'profit_before_costs', 'profit_factor',
                'profit_trades', 'profit_trades_percent', 'short_trades',
                'short_trades_won_percent', 'swap', 'total_trades', 'z_score',
                'z_score_percent'
            )
        ) as statistics,
    from told
    group by told.subject_no
)

select
    computed_summary.subject_id,
    coalesce(newest.statements, 0) as statements,
    case when computed_summary.reconciled then utc_iso(listed.printed_at) end
        as printed_at,
    case when computed_summary.reconciled then coalesce(listed.agreeing, 0)
        else 0 end as agreeing,
    case when computed_summary.reconciled then coalesce(listed.money, [])
        else [] end as money,
    case when computed_summary.reconciled then coalesce(listed.statistics, [])
        else [] end as statistics,
from computed_summary
inner join selection using (subject_id)
left join newest using (subject_no)
left join listed using (subject_no)
