-- one row per selected account, statement and printed figure: the printed and
-- the computed number for the range of the statement
with
printed as (
    select
        printed_figures.account_id,
        printed_figures.statement,
        printed_figures.figure,
        statements.covered_from,
        statements.printed_at,
        printed_figures.value::double as printed,
        case
            when printed_figures.decimals is null
                then printed_digits(printed_figures.value, accounts.currency)
            else printed_figures.decimals
        end::integer as decimals,
        -- MetaTrader 4 prints the gross loss without its sign, MetaTrader 5 with it.
        case
            when printed_figures.figure = 'gross_loss'
                and printed_figures.value > 0 then -1
            else 1
        end as sign,
    from printed_figures
    inner join statements using (account_id, statement)
    inner join accounts using (account_id)
    where not statements.is_read_from_broker
        or printed_figures.data_source = 'broker_api'
),

compared as (
    select
        printed.*,
        own_figures.ours,
        own_figures.otherwise,
        own_figures.guess,
        own_figures.capital_guess,
        is_printed_as(
            printed.sign * printed.printed, own_figures.ours, printed.decimals
        ) as is_same,
        list_filter(
            own_figures.others,
            lambda other: is_printed_as(
                printed.sign * printed.printed, other.value, printed.decimals
            )
        )[1] as other,
        own_figures.figure is null as is_unknown,
    from printed
    left join own_figures using (account_id, statement, figure)
),

counted as (
    select
        compared.account_id,
        compared.statement,
        any_value(compared.printed - compared.ours) as more_trades,
    from compared
    where compared.figure = 'total_trades'
    group by compared.account_id, compared.statement
),

-- Another acceptable value counts as ours. If another rule gives the printed
-- number, neither is wrong.
judged as (
    select
        compared.account_id,
        compared.statement,
        compared.covered_from,
        compared.printed_at,
        compared.figure,
        compared.printed,
        compared.decimals,
        compared.sign * case
            when not compared.is_same
                and compared.other is not null
                and compared.other.reason is null then compared.other.value
            else compared.ours
        end as ours,
        case
            when compared.is_same then true
            when compared.other is not null
                then case when compared.other.reason is null then true end
            when compared.ours is not null and compared.otherwise is null
                then false
        end as agrees,
        case
            when compared.is_unknown then 'not_computed'
            when compared.other is not null then compared.other.reason
            when compared.otherwise is not null then compared.otherwise
            when compared.ours is null
                and compared.figure in ('balance', 'equity')
                then 'capital_unknown'
            when compared.ours is null then 'nothing_counted'
            when counted.more_trades > 0 then 'rows_missing'
            when compared.figure in ('balance', 'equity', 'net_deposits')
                and compared.printed > compared.ours
                and compared.capital_guess = 'earlier_history'
                then compared.capital_guess
            when compared.figure in ('balance', 'equity')
                and compared.printed < compared.ours
                and compared.capital_guess = 'opening_balance_of_later'
                then compared.capital_guess
            when counted.more_trades < 0 then 'rows_of_elsewhere'
            else compared.guess
        end as reason,
    from compared
    left join counted using (account_id, statement)
)

select
    judged.account_id,
    judged.statement,
    judged.covered_from,
    judged.printed_at,
    judged.figure,
    judged.printed,
    judged.decimals,
    twelve_digits(judged.ours) as ours,
    tidy(judged.ours - judged.printed) as gap,
    judged.agrees,
    case when not coalesce(judged.agrees, false) then judged.reason end
        as reason,
    judged.figure in (
        'balance', 'equity', 'credit', 'floating_profit', 'deposits',
        'withdrawals', 'net_deposits', 'closed_profit', 'profit_before_costs',
        'commission', 'swap', 'open_profit_before_costs', 'open_commission',
        'open_swap', 'net_profit', 'gross_profit', 'gross_loss',
        'expected_payoff', 'largest_profit_trade', 'largest_loss_trade',
        'average_profit_trade', 'average_loss_trade',
        'max_consecutive_wins_profit', 'max_consecutive_losses_loss',
        'max_consecutive_profit', 'max_consecutive_loss', 'drawdown_absolute',
        'drawdown_maximal', 'drawdown_relative'
    ) as is_money,
from judged
