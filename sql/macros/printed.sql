-- Functions of what statements of platforms print.

-- a figure as we compute it, what else may be printed of it and why, and why
-- any other difference is none of fact
create or replace macro own_figure(name, value, others, otherwise) as {
    figure: name,
    ours: value::double,
    others: others::struct(value double, reason varchar)[],
    otherwise: otherwise::varchar
};

create or replace macro other_value(other, why) as
    {value: other::double, reason: why::varchar};

-- a sum of results with what opening positions cost that are open, each of
-- such costs by itself
create or replace macro with_open_costs(amount, costs) as list_transform(
    costs,
    lambda cost: other_value(amount + cost, 'open_commission_paid')
);

-- what may be printed of a sum, of each of so many instead
create or replace macro others_of_each(others, parts) as list_transform(
    others,
    lambda other: other_value(ratio(other.value, parts), other.reason)
);

-- the same of figures that other rules of what is won change
create or replace macro won_figure(name, strict, lenient, otherwise) as
    own_figure(
        name, strict, [other_value(lenient, 'zero_counted_as_won')], otherwise
    );

-- of equally long runs, or equally large, any may be printed
create or replace macro run_figure(name, strict, lenient, otherwise) as
    own_figure(
        name,
        strict[1],
        list_concat(
            list_transform(strict, lambda value: other_value(value, null)),
            list_transform(
                lenient,
                lambda value: other_value(value, 'zero_counted_as_won')
            )
        ),
        otherwise
    );

-- a figure with more that may be printed of it
create or replace macro with_others(known, others) as own_figure(
    known.figure,
    known.ours,
    list_concat(known.others, others),
    known.otherwise
);

-- of the runs that count the most trades and the largest sum, and the other of
-- the two for each run that has it
create or replace macro top_runs(run, is_counted) as {
    trades: max(run.trades) filter (is_counted),
    amount: max(abs(run.amount)) filter (is_counted),
    amounts_of_longest: list(run.amount::double order by run.run_no)
        filter (is_counted and run.is_longest),
    trades_of_largest: list(run.trades order by run.run_no)
        filter (is_counted and run.is_largest)
};

-- how far a balance fell, from any of the starts that it may have had
create or replace macro fall_figure(name, falls, otherwise) as own_figure(
    name,
    falls[1],
    list_transform(falls, lambda fall: other_value(fall, null)),
    otherwise
);

-- whether a number is what is printed of it with so many decimals; a half may
-- go either way
create or replace macro is_printed_as(printed, value, decimals) as
    abs(printed - value)
    <= 0.5 * pow(10, -decimals) + 1e-12 * greatest(1, abs(value));
