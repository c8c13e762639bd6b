-- one row per selected account and statement, of the newest twelve with
-- figures. It has the range, whether earlier capital is known, and whether the
-- statement prints more than sums. Figures other than sums take far longer to
-- compute.
with
wanted as (
    select distinct
        members.account_id,
        members.account_no,
        members.is_read_from_broker,
    from members
),

capitals as (
    select
        starting_capital.account_id,
        any_value(starting_capital.amount) as amount,
        bool_or(starting_capital.is_known) as is_known,
    from starting_capital
    group by starting_capital.account_id
)

select
    printed_figures.account_id,
    printed_figures.statement,
    any_value(wanted.account_no) as account_no,
    any_value(wanted.is_read_from_broker) as is_read_from_broker,
    max(printed_figures.printed_at) as printed_at,
    case when count(*) = count(printed_figures.covered_from)
        then min(printed_figures.covered_from) end as covered_from,
    any_value(capitals.amount) as capital,
    any_value(capitals.is_known) as is_capital_known,
    bool_or(printed_figures.figure not in (
        'balance', 'equity', 'credit', 'floating_profit', 'margin',
        'free_margin', 'margin_level', 'deposits', 'withdrawals',
        'net_deposits', 'closed_profit', 'net_profit', 'profit_before_costs',
        'commission', 'taxes', 'swap', 'open_profit_before_costs',
        'open_commission', 'open_taxes', 'open_swap', 'volume'
    )) as prints_results,
from printed_figures
inner join wanted using (account_id)
inner join capitals using (account_id)
where not wanted.is_read_from_broker
    or printed_figures.data_source = 'broker_api'
group by printed_figures.account_id, printed_figures.statement
window newest_first as (
    partition by printed_figures.account_id
    order by
        max(printed_figures.printed_at) desc,
        printed_figures.statement
)
qualify row_number() over newest_first <= 12
