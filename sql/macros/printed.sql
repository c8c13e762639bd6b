-- Functions that compare figures with those that statements print.

-- Computed figure with other acceptable values and their reasons. `otherwise`
-- is the reason for any other difference that is not an error of data.
create or replace macro own_figure(name, value, others, otherwise) as {
    figure: name,
    ours: value::double,
    others: others::struct(value double, reason varchar)[],
    otherwise: otherwise::varchar
};

create or replace macro other_value(other, why) as
    {value: other::double, reason: why::varchar};

-- Sum of results plus each possible opening cost of open positions.
create or replace macro with_open_costs(amount, costs) as list_transform(
    costs,
    lambda cost: other_value(amount + cost, 'open_commission_paid')
);

-- Acceptable values of an average, from those of the sum.
create or replace macro others_of_each(others, parts) as list_transform(
    others,
    lambda other: other_value(ratio(other.value, parts), other.reason)
);

-- Computed figure of trades: by our rule, with a result of 0 counted as won,
-- and also without the costs of opening deals.
create or replace macro trade_figure(name, strict, lenient, apart, otherwise) as
    own_figure(
        name,
        strict,
        [
            other_value(lenient, 'zero_counted_as_won'),
            other_value(apart, 'opening_costs_apart')
        ],
        otherwise
    );

-- Computed figure of a streak. If several streaks are equally long or large, a
-- statement may print any of them.
create or replace macro run_figure(name, strict, lenient, apart, otherwise) as
    own_figure(
        name,
        strict[1],
        list_concat(
            list_transform(strict, lambda value: other_value(value, null)),
            list_transform(
                lenient,
                lambda value: other_value(value, 'zero_counted_as_won')
            ),
            list_transform(
                apart,
                lambda value: other_value(value, 'opening_costs_apart')
            )
        ),
        otherwise
    );

-- Adds acceptable values to a figure.
create or replace macro with_others(known, others) as own_figure(
    known.figure,
    known.ours,
    list_concat(known.others, others),
    known.otherwise
);

-- Longest streak and largest streak, with the amounts of all longest ones and
-- the lengths of all largest ones.
create or replace macro top_runs(run, is_counted) as {
    trades: max(run.trades) filter (is_counted),
    amount: max(abs(run.amount)) filter (is_counted),
    amounts_of_longest: list(run.amount::double order by run.run_no)
        filter (is_counted and run.is_longest),
    trades_of_largest: list(run.trades order by run.run_no)
        filter (is_counted and run.is_largest)
};

-- Computed fall of a balance; it may be measured from any of the possible
-- starts.
create or replace macro fall_figure(name, falls, otherwise) as own_figure(
    name,
    falls[1],
    list_transform(falls, lambda fall: other_value(fall, null)),
    otherwise
);

-- True if a value rounds to the printed number. A half may round either way.
create or replace macro is_printed_as(printed, value, decimals) as
    abs(printed - value)
    <= 0.5 * pow(10, -decimals) + 1e-12 * greatest(1, abs(value));
