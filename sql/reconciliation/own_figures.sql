-- one row per statement and computed figure: our value, values by other rules
-- with their reasons, and the reason for differences that are not errors
with
booked as (
    select
        statement_bookings.account_id,
        statement_bookings.statement,
        sum(statement_bookings.amount) as amount,
        bool_or(not statement_bookings.is_covered) as has_earlier,
        bool_or(statement_bookings.is_archived) as has_archived,
        sum(statement_bookings.amount) filter (
            statement_bookings.kind = 'trade' and statement_bookings.is_covered
        )::double as net,
        sum(statement_bookings.profit) filter (
            statement_bookings.is_covered
        )::double as profit,
        sum(statement_bookings.commission) filter (
            statement_bookings.is_covered
        )::double as commission,
        sum(statement_bookings.swap) filter (
            statement_bookings.is_covered
        )::double as swap,
        sum(statement_bookings.volume) filter (
            statement_bookings.is_covered
        )::double as volume,
        sum(greatest(statement_bookings.profit, 0)) filter (
            statement_bookings.is_covered
        )::double as profit_before_costs,
        sum(least(statement_bookings.profit, 0)) filter (
            statement_bookings.is_covered
        )::double as loss_before_costs,
        sum(statement_bookings.amount) filter (
            statement_bookings.kind = 'adjustment'
            and statement_bookings.is_covered
        )::double as adjustments,
        sum(statement_bookings.amount) filter (
            statement_bookings.kind = 'flow'
            and statement_bookings.amount > 0
            and statement_bookings.is_covered
        )::double as deposits,
        -sum(statement_bookings.amount) filter (
            statement_bookings.kind = 'flow'
            and statement_bookings.amount < 0
            and statement_bookings.is_covered
        )::double as withdrawals,
        count(*) filter (
            statement_bookings.kind <> 'trade'
            and statement_bookings.is_covered
            and statement_bookings.booking_no > 1
        ) as later_flows,
        count(*) filter (statement_bookings.kind = 'trade')
        - count(distinct statement_bookings.happened_at) filter (
            statement_bookings.kind = 'trade'
        ) as ties,
        bool_or(statement_bookings.opening_commission <> 0)
            as has_opening_costs,
    from statement_bookings
    group by statement_bookings.account_id, statement_bookings.statement
),

held as (
    select
        statements.account_id,
        statements.statement,
        sum(positions.profit)::double as profit,
        sum(positions.commission)::double as commission,
        sum(positions.swap)::double as swap,
    from statements
    inner join positions
        on statements.account_id = positions.account_id
        and statements.printed_at = positions.reported_at
        and (
            not statements.is_read_from_broker
            or positions.data_source = 'broker_api'
        )
    group by statements.account_id, statements.statement
),

opened as (
    select
        statements.account_id,
        statements.statement,
        positions.commission,
        row_number() over in_order as place,
        count(*) over of_statement as places,
        sum(positions.commission) over in_order as so_far,
    from statements
    inner join positions
        on statements.account_id = positions.account_id
        and statements.printed_at = positions.reported_at
        and (
            not statements.is_read_from_broker
            or positions.data_source = 'broker_api'
        )
    where positions.commission <> 0
    window
        of_statement as (
            partition by statements.account_id, statements.statement
        ),
        in_order as (
            partition by statements.account_id, statements.statement
            order by positions.opened_at, positions.ticket
            rows unbounded preceding
        )
),

-- Opening costs of open positions that a result may include. They cover
-- consecutive openings, because a report begins between two of them. A losing
-- streak includes those opened during it. Example: -0.70, -0.30 and -0.50 in
-- this order can give -0.70, -1.00, -1.50, -0.30, -0.80 or -0.50. They never
-- give -1.20 or -0.69. If there are very many, only the last ones count.
open_costs as (
    select
        earlier.account_id,
        earlier.statement,
        list(distinct later.so_far - earlier.so_far + earlier.commission)
            as amounts,
    from opened as earlier
    inner join opened as later
        on earlier.account_id = later.account_id
        and earlier.statement = later.statement
        and earlier.place <= later.place
    where later.place = later.places or later.places <= 50
    group by earlier.account_id, earlier.statement
),

credits as (
    select
        statements.account_id,
        statements.statement,
        sum(cash_flows.amount)::double as amount,
    from statements
    inner join cash_flows
        on statements.account_id = cash_flows.account_id
        and statements.printed_at >= cash_flows."at"
        and (
            not statements.is_read_from_broker
            or cash_flows.source = 'broker_api'
        )
    where cash_flows.kind = 'credit'
    group by statements.account_id, statements.statement
),

taxed as (
    select
        printed_figures.account_id,
        printed_figures.statement,
        sum(printed_figures.value) filter (printed_figures.figure = 'taxes')
            ::double as taxes,
        sum(printed_figures.value) filter (
            printed_figures.figure = 'open_taxes'
        )::double as open_taxes,
    from printed_figures
    semi join statements
        on printed_figures.account_id = statements.account_id
        and printed_figures.statement = statements.statement
        and (
            not statements.is_read_from_broker
            or printed_figures.data_source = 'broker_api'
        )
    group by printed_figures.account_id, printed_figures.statement
),

-- A sum over no rows is 0.
sums as (
    select
        statements.account_id,
        statements.statement,
        case when statements.is_capital_known then
            (statements.capital + coalesce(booked.amount, 0))::double
        end as balance,
        coalesce(booked.net, 0) as net,
        coalesce(booked.profit, 0) as profit,
        coalesce(booked.commission, 0) as commission,
        coalesce(booked.swap, 0) as swap,
        coalesce(booked.volume, 0) as volume,
        coalesce(booked.profit_before_costs, 0) as profit_before_costs,
        coalesce(booked.loss_before_costs, 0) as loss_before_costs,
        coalesce(booked.adjustments, 0) as adjustments,
        coalesce(booked.deposits, 0) as deposits,
        coalesce(booked.withdrawals, 0) as withdrawals,
        coalesce(credits.amount, 0) as credit,
        coalesce(held.profit, 0) as open_profit,
        coalesce(held.commission, 0) as open_commission,
        coalesce(held.swap, 0) as open_swap,
        coalesce(open_costs.amounts, []) as open_costs,
        coalesce(taxed.taxes, 0) as taxes,
        coalesce(taxed.open_taxes, 0) as open_taxes,
        case when booked.ties > 0 then 'same_instant' end as tied,
        case when booked.later_flows > 0 then 'drawdown_ignores_flows' end
            as flowed,
        -- The method of MetaTrader 4 is known, whatever the deposits are.
        case
            when booked.ties > 0 then 'same_instant'
            when booked.later_flows > 0 and accounts.platform <> 'MT4'
                then 'drawdown_ignores_flows'
            when booked.has_opening_costs then 'opening_costs_apart'
        end as falls_otherwise,
        case
            when accounts.opening_balance is not null and booked.has_earlier
                then 'opening_balance_of_later'
            when accounts.opening_balance is null
                and statements.covered_from is not null
                then 'earlier_history'
        end as capital_guess,
        case when booked.has_archived then 'archived_history' end as guess,
    from statements
    inner join accounts using (account_id)
    left join booked using (account_id, statement)
    left join held using (account_id, statement)
    left join open_costs using (account_id, statement)
    left join credits using (account_id, statement)
    left join taxed using (account_id, statement)
),

moments as (
    select
        sums.*,
        sums.open_profit + sums.open_commission + sums.open_swap as floating,
        list_concat(with_open_costs(sums.net, sums.open_costs), [
            other_value(sums.net + sums.adjustments, 'adjustments_counted'),
            other_value(sums.profit, 'costs_apart')
        ]) as nets,
    from sums
),

own as (
    select
        moments.account_id,
        moments.statement,
        moments.capital_guess,
        moments.guess,
        unnest([
            own_figure('balance', moments.balance, [
                other_value(
                    moments.balance + moments.open_commission,
                    'open_commission_paid'
                )
            ], null),
            own_figure('equity', moments.balance + moments.floating, [
                other_value(
                    moments.balance + moments.floating + moments.credit,
                    'credit_counted'
                )
            ], null),
            own_figure('floating_profit', moments.floating, [
                other_value(moments.open_profit, 'costs_apart'),
                other_value(
                    moments.open_profit + moments.open_swap, 'costs_apart'
                )
            ], null),
            own_figure('credit', moments.credit, [], null),
            own_figure('deposits', moments.deposits, [], null),
            own_figure('withdrawals', moments.withdrawals, [
                other_value(-moments.withdrawals, null)
            ], null),
            own_figure('net_deposits', moments.deposits - moments.withdrawals, [
                other_value(
                    moments.deposits - moments.withdrawals
                    + moments.adjustments,
                    'adjustments_counted'
                )
            ], null),
            own_figure('closed_profit', moments.net, moments.nets, null),
            own_figure('net_profit', moments.net, moments.nets, null),
            own_figure('profit_before_costs', moments.profit, [
                other_value(
                    moments.profit + moments.adjustments, 'adjustments_counted'
                )
            ], null),
            own_figure('commission', moments.commission, list_concat(
                with_open_costs(moments.commission, moments.open_costs),
                [other_value(
                    moments.commission - moments.taxes, 'taxes_in_commission'
                )]
            ), null),
            own_figure('taxes', null, [], 'taxes_in_commission'),
            own_figure('swap', moments.swap, [], null),
            own_figure(
                'open_profit_before_costs', moments.open_profit, [], null
            ),
            own_figure('open_commission', moments.open_commission, [
                other_value(
                    moments.open_commission - moments.open_taxes,
                    'taxes_in_commission'
                )
            ], null),
            own_figure('open_taxes', null, [], 'taxes_in_commission'),
            own_figure('open_swap', moments.open_swap, [], null),
            own_figure('volume', moments.volume, [], null)
        ], recursive := true),
    from moments
    union all
    select
        ours.account_id,
        ours.statement,
        moments.capital_guess,
        moments.guess,
        unnest([
            own_figure('total_trades', ours.trades, [], null),
            own_figure('long_trades', ours.longs, [], null),
            own_figure('short_trades', ours.shorts, [], null),
            trade_figure(
                'profit_trades',
                ours.won,
                theirs.won,
                apart.won,
                null
            ),
            trade_figure(
                'loss_trades', ours.lost, theirs.lost, apart.lost, null
            ),
            trade_figure(
                'profit_trades_percent',
                100 * ratio(ours.won, ours.trades),
                100 * ratio(theirs.won, theirs.trades),
                100 * ratio(apart.won, apart.trades),
                null
            ),
            trade_figure(
                'loss_trades_percent',
                100 * ratio(ours.lost, ours.trades),
                100 * ratio(theirs.lost, theirs.trades),
                100 * ratio(apart.lost, apart.trades),
                null
            ),
            trade_figure(
                'long_trades_won_percent',
                100 * ratio(ours.longs_won, ours.longs),
                100 * ratio(theirs.longs_won, theirs.longs),
                100 * ratio(apart.longs_won, apart.longs),
                null
            ),
            trade_figure(
                'short_trades_won_percent',
                100 * ratio(ours.shorts_won, ours.shorts),
                100 * ratio(theirs.shorts_won, theirs.shorts),
                100 * ratio(apart.shorts_won, apart.shorts),
                null
            ),
            own_figure('gross_profit', ours.gross_profit, [
                other_value(moments.profit_before_costs, 'costs_apart'),
                other_value(apart.gross_profit, 'opening_costs_apart')
            ], null),
            own_figure('gross_loss', ours.gross_loss, list_concat(
                with_open_costs(ours.gross_loss, moments.open_costs),
                [
                    other_value(moments.loss_before_costs, 'costs_apart'),
                    other_value(apart.gross_loss, 'opening_costs_apart'),
                    other_value(
                        apart.gross_loss + moments.open_commission,
                        'opening_costs_apart'
                    )
                ]
            ), null),
            own_figure(
                'profit_factor',
                ratio(ours.gross_profit, -ours.gross_loss),
                [
                    other_value(
                        ratio(
                            moments.profit_before_costs,
                            -moments.loss_before_costs
                        ),
                        'costs_apart'
                    ),
                    other_value(
                        ratio(apart.gross_profit, -apart.gross_loss),
                        'opening_costs_apart'
                    ),
                    other_value(
                        ratio(
                            apart.gross_profit,
                            -apart.gross_loss - moments.open_commission
                        ),
                        'opening_costs_apart'
                    )
                ],
                null
            ),
            own_figure(
                'expected_payoff',
                ratio(ours.net, ours.trades),
                others_of_each(
                    with_open_costs(ours.net, moments.open_costs),
                    ours.trades
                ),
                null
            ),
            own_figure(
                'recovery_factor',
                ratio(ours.net, drawdowns.falls[1].maximal),
                [],
                'defined_otherwise'
            ),
            trade_figure(
                'largest_profit_trade',
                greatest(ours.best, 0),
                greatest(theirs.best, 0),
                greatest(apart.best, 0),
                null
            ),
            own_figure(
                'largest_loss_trade',
                least(ours.worst, 0),
                list_concat(
                    [other_value(
                        least(apart.worst, 0), 'opening_costs_apart'
                    )],
                    with_open_costs(0, moments.open_costs)
                ),
                null
            ),
            trade_figure(
                'average_profit_trade',
                ratio(ours.gross_profit, ours.won),
                ratio(theirs.gross_profit, theirs.won),
                ratio(apart.gross_profit, apart.won),
                null
            ),
            own_figure(
                'average_loss_trade',
                ratio(ours.gross_loss, ours.lost),
                list_concat(
                    others_of_each(
                        with_open_costs(ours.gross_loss, moments.open_costs),
                        ours.lost
                    ),
                    [
                        other_value(
                            ratio(apart.gross_loss, apart.lost),
                            'opening_costs_apart'
                        ),
                        other_value(
                            ratio(
                                apart.gross_loss + moments.open_commission,
                                apart.lost
                            ),
                            'opening_costs_apart'
                        )
                    ]
                ),
                null
            ),
            trade_figure(
                'max_consecutive_wins',
                ours.won_runs.trades,
                theirs.won_runs.trades,
                apart.won_runs.trades,
                moments.tied
            ),
            trade_figure(
                'max_consecutive_losses',
                ours.lost_runs.trades,
                theirs.lost_runs.trades,
                apart.lost_runs.trades,
                moments.tied
            ),
            run_figure(
                'max_consecutive_wins_profit',
                ours.won_runs.amounts_of_longest,
                theirs.won_runs.amounts_of_longest,
                apart.won_runs.amounts_of_longest,
                moments.tied
            ),
            with_others(
                run_figure(
                    'max_consecutive_losses_loss',
                    ours.lost_runs.amounts_of_longest,
                    theirs.lost_runs.amounts_of_longest,
                    apart.lost_runs.amounts_of_longest,
                    moments.tied
                ),
                flatten(list_transform(
                    ours.lost_runs.amounts_of_longest,
                    lambda run: with_open_costs(run, moments.open_costs)
                ))
            ),
            trade_figure(
                'max_consecutive_profit',
                ours.won_runs.amount,
                theirs.won_runs.amount,
                apart.won_runs.amount,
                moments.tied
            ),
            with_others(
                trade_figure(
                    'max_consecutive_loss',
                    -ours.lost_runs.amount,
                    -theirs.lost_runs.amount,
                    -apart.lost_runs.amount,
                    moments.tied
                ),
                with_open_costs(
                    -ours.lost_runs.amount, moments.open_costs
                )
            ),
            run_figure(
                'max_consecutive_profit_trades',
                ours.won_runs.trades_of_largest,
                theirs.won_runs.trades_of_largest,
                apart.won_runs.trades_of_largest,
                moments.tied
            ),
            run_figure(
                'max_consecutive_loss_trades',
                ours.lost_runs.trades_of_largest,
                theirs.lost_runs.trades_of_largest,
                apart.lost_runs.trades_of_largest,
                moments.tied
            ),
            trade_figure(
                'average_consecutive_wins',
                ratio(ours.won, ours.runs_won),
                ratio(theirs.won, theirs.runs_won),
                ratio(apart.won, apart.runs_won),
                moments.tied
            ),
            trade_figure(
                'average_consecutive_losses',
                ratio(ours.lost, ours.runs_lost),
                ratio(theirs.lost, theirs.runs_lost),
                ratio(apart.lost, apart.runs_lost),
                moments.tied
            ),
            trade_figure(
                'z_score',
                ours.z_score,
                theirs.z_score,
                apart.z_score,
                'defined_otherwise'
            ),
            own_figure(
                'z_score_percent',
                100 * erf(abs(ours.z_score) / sqrt(2)),
                [
                    other_value(
                        100 * erf(abs(round(ours.z_score, 2)) / sqrt(2)),
                        'of_rounded_score'
                    ),
                    other_value(
                        100 * erf(abs(round(theirs.z_score, 2)) / sqrt(2)),
                        'zero_counted_as_won'
                    )
                ],
                'defined_otherwise'
            ),
            own_figure('ahpr', 1 + drawdowns.mean_return, [], moments.flowed),
            own_figure(
                'ahpr_percent', 100 * drawdowns.mean_return, [], moments.flowed
            ),
            own_figure(
                'ghpr',
                1 + drawdowns.geometric_mean_return,
                [],
                moments.flowed
            ),
            own_figure(
                'ghpr_percent',
                100 * drawdowns.geometric_mean_return,
                [],
                moments.flowed
            ),
            own_figure(
                'gain_percent',
                100 * (drawdowns.growth - 1),
                [],
                'defined_otherwise'
            ),
            own_figure(
                'drawdown_relative_percent',
                100 * drawdowns.drawdown_share,
                list_transform(drawdowns.falls, lambda fall: other_value(
                    fall.relative_percent, 'drawdown_ignores_flows'
                )),
                moments.falls_otherwise
            ),
            fall_figure(
                'drawdown_absolute',
                list_transform(drawdowns.falls, lambda fall: fall.absolute),
                moments.falls_otherwise
            ),
            fall_figure(
                'drawdown_maximal',
                list_transform(drawdowns.falls, lambda fall: fall.maximal),
                moments.falls_otherwise
            ),
            fall_figure(
                'drawdown_maximal_percent',
                list_transform(
                    drawdowns.falls, lambda fall: fall.maximal_percent
                ),
                moments.falls_otherwise
            ),
            fall_figure(
                'drawdown_relative',
                list_transform(drawdowns.falls, lambda fall: fall.relative),
                moments.falls_otherwise
            ),
            fall_figure(
                'sharpe_ratio',
                list_concat(
                    list_transform(drawdowns.falls, lambda fall: fall.sharpe),
                    list_transform(
                        drawdowns.falls, lambda fall: fall.annual_sharpe
                    )
                ),
                'defined_otherwise'
            ),
            fall_figure(
                'lr_correlation',
                list_transform(drawdowns.falls, lambda fall: fall.correlation),
                'defined_otherwise'
            ),
            fall_figure(
                'lr_standard_error',
                list_transform(drawdowns.falls, lambda fall: fall.line_error),
                coalesce(moments.tied, moments.flowed)
            )
        ], recursive := true),
    from statement_results as ours
    inner join statement_results as theirs
        on ours.account_id = theirs.account_id
        and ours.statement = theirs.statement
        and theirs.rule = 'zero_won'
    inner join statement_results as apart
        on ours.account_id = apart.account_id
        and ours.statement = apart.statement
        and apart.rule = 'opening_apart'
    left join statement_drawdowns as drawdowns
        on ours.account_id = drawdowns.account_id
        and ours.statement = drawdowns.statement
    inner join moments
        on ours.account_id = moments.account_id
        and ours.statement = moments.statement
    where ours.rule = 'ours'
)

from own
