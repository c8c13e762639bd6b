-- Functions that build values of the API.

-- Best or worst period, and a streak of trades, as the API shows them.
create or replace macro record(found, unit) as {
    date: strftime(found.period, '%Y-%m-%d'),
    percent: found.return_percent,
    profit: money(found.net_minor, unit)
};
create or replace macro streak(found, unit) as {
    count: found.count::bigint,
    profit: money(found.net_minor, unit)
};

-- Group of trades, as the API shows it.
create or replace macro by_news(found, unit) as {
    trades: coalesce(found.trades, 0)::bigint,
    profit: money(coalesce(found.net_minor, 0), unit),
    win_rate: percent(ratio(found.won, found.trades))
};

create or replace macro by_source(found) as {
    trades: coalesce(found.trades, 0)::bigint,
    flows: coalesce(found.flows, 0)::bigint,
    compared: coalesce(found.compared, 0)::bigint,
    differing: coalesce(found.differing, 0)::bigint
};

-- Smallest of 1, 2, 5, 10, 20, 50 ... that divides a span into at most 30 bins.
create or replace macro round_width(lowest, highest) as
    list_filter(
        list_transform(
            range(0, 48),
            lambda k: [1, 2, 5][k % 3 + 1] * pow(10, k // 3)
        ),
        lambda width: floor(highest / width) - floor(lowest / width) < 30
    )[1];

create or replace macro unless_hidden(hidden, flag, value) as
    case when not list_contains(hidden, flag) then value end;

-- True if a curve of these days is drawn with every day.
create or replace macro is_drawn_whole(of_days) as len(of_days) <= 398;

-- Days of an equity curve as one list per figure. Repeated names would be most
-- of the bytes that pages read.
create or replace macro day_columns(of_days) as {
    date: list_transform(of_days, lambda day: day.date),
    twr_percent: list_transform(of_days, lambda day: day.twr_percent),
    drawdown: list_transform(of_days, lambda day: day.drawdown),
    balance: list_transform(of_days, lambda day: day.cumulative_balance),
    equity: list_transform(of_days, lambda day: day.cumulative_equity)
};

-- Days of the section `returns`, with the days between them on which nothing happened.
create or replace macro every_day(of_days) as flatten(list_transform(
    of_days,
    lambda day, day_no: list_prepend(day, list_transform(
        range(
            1,
            coalesce(of_days[day_no + 1].date::date - day.date::date, 1)
        ),
        lambda later: {
            date: (day.date::date + later::integer)::varchar,
            twr_percent: case when day.twr_percent is not null then 0.0 end,
            equity_percent: null::double,
            flows: 0.0::double,
            profit: 0.0::double,
            balance: day.balance
        }
    ))
));
