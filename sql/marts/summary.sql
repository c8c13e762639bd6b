-- one row per subject: the summary of the account object
with
flows as (
    select
        subject_flows.subject_no,
        sum(subject_flows.amount_minor) filter (
            subject_flows.kind = 'flow' and subject_flows.amount_minor > 0
        ) as deposits_minor,
        -sum(subject_flows.amount_minor) filter (
            subject_flows.kind = 'flow' and subject_flows.amount_minor < 0
        ) as withdrawals_minor,
    from subject_flows
    group by subject_flows.subject_no
),

history_ends as (
    select
        days.subject_no,
        arg_max(days.balance_minor, days.day) as balance_minor,
        arg_max(days.net_so_far_minor, days.day) as net_minor,
        arg_max(days.twr_index, days.day) as twr_index,
        min(days.deepest_share) as deepest_share,
        min(days.day) as first_day,
        max(days.day) as last_day,
    from days
    group by days.subject_no
),

day_returns as (
    select
        days.subject_no,
        avg(
            case
                when days.total_losses > days.total_losses_before then -1.0
                else days.growth / days.growth_before - 1
            end
        ) as mean_return,
    from days
    where days.trades_count > 0
    group by days.subject_no
),

-- Members without any event have no return. Their capital is in this balance only.
balances as (
    select
        capital.subject_no,
        coalesce(history_ends.balance_minor, capital.opening_minor)
        + capital.idle_minor as balance_minor,
    from capital
    left join history_ends using (subject_no)
),

worth as (
    select
        capital.subject_no,
        case
            when capital.starting_minor is null then facts.reported_balance
            else money(balances.balance_minor, capital.unit)
        end as balance,
        case
            when floating.reported_equity is not null
                then floating.reported_equity
            when capital.starting_minor is null
                then tidy(facts.reported_balance + floating.floating)
            -- A sum of doubles needs rounding, a single value does not.
            when floating.floating = 0
                then money(balances.balance_minor, capital.unit)
            else tidy(
                money(balances.balance_minor, capital.unit) + floating.floating
            )
        end as equity,
    from capital
    inner join balances using (subject_no)
    left join facts using (subject_no)
    left join floating using (subject_no)
),

month_returns as (
    select
        periods.subject_no,
        avg(periods.return_percent) as mean_percent,
    from periods
    where periods.grain = 'month'
    group by periods.subject_no
),

suppliers as (
    select
        rows_by_source.subject_no,
        bool_and(rows_by_source.source = 'broker_api') as are_broker,
    from rows_by_source
    where rows_by_source.trades + rows_by_source.flows > 0
    group by rows_by_source.subject_no
)

select
    selection.subject_id,
    facts.platform,
    facts.currency,
    facts.broker,
    facts.server,
    facts.leverage,
    facts.demo,
    facts.data_source,
    reconciled.is_reconciled as reconciled,
    {
        reported_balance: reconciled.reported_balance + 0.0,
        balance: reconciled.balance + 0.0,
        gap: reconciled.gap + 0.0
    } as reconciliation,
    worth.balance,
    worth.equity,
    case
        when not capital.has_data or capital.starting_minor is not null
            then null
        when not capital.deposits_unknown
            then 'no opening balance, no deposit'
        when suppliers.are_broker
            then 'trades read from the broker, deposits unknown'
        else 'deposits unknown'
    end as unknown_capital,
    utc_iso(facts.created_at) as created_at,
    utc_iso(facts.updated_at) as updated_at,
    {
        twr_percent: case when capital.starting_minor is not null then
            coalesce(percent_once(history_ends.twr_index - 1), 0.0)
        end,
        -- 100 x net profit / (starting capital + deposits), without
        -- compounding.
        absolute_gain_percent: case
            when capital.starting_minor + coalesce(flows.deposits_minor, 0) > 0
                then percent_once(
                    coalesce(history_ends.net_minor, 0)
                    / (capital.starting_minor
                        + coalesce(flows.deposits_minor, 0))
                )
        end,
        max_drawdown_percent: case when capital.starting_minor is not null then
            coalesce(percent_once(-history_ends.deepest_share), 0.0)
        end,
        avg_daily_return_percent: case
            when capital.starting_minor is not null
                then percent_once(day_returns.mean_return)
        end,
        avg_monthly_return_percent:
            percent_once(month_returns.mean_percent / 100),
        -- (1 + return) ^ (365.25 / days) - 1
        cagr_percent: percent_once(
            annual_growth(
                history_ends.twr_index,
                coalesce(facts.cut_on, history_ends.first_day),
                greatest(facts.updated_at::date, history_ends.last_day)
            )
        ),
        since: strftime(
            coalesce(facts.cut_on, history_ends.first_day), '%Y-%m-%d'
        ),
        open_profit: difference(worth.equity, worth.balance),
        open_profit_percent: case when worth.balance > 0 then
            percent_once(
                difference(worth.equity, worth.balance) / worth.balance
            )
        end,
        deposits: case when capital.has_data and not capital.deposits_unknown then
            money(coalesce(flows.deposits_minor, 0), capital.unit)
        end,
        withdrawals: case when capital.has_data and not capital.deposits_unknown then
            money(coalesce(flows.withdrawals_minor, 0), capital.unit)
        end
    } as performance,
from selection
inner join capital using (subject_no)
inner join worth using (subject_no)
left join facts using (subject_no)
left join reconciled using (subject_no)
left join suppliers using (subject_no)
left join flows using (subject_no)
left join history_ends using (subject_no)
left join day_returns using (subject_no)
left join month_returns using (subject_no)
