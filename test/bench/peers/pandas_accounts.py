"""Statistics of trading accounts in pandas, an account at a time, one JSON file each.

    pandas_accounts.py prepare FOLDER           the CSV files of FOLDER to pickles
    pandas_accounts.py run FOLDER OUT AS_OF     pickles to OUT/ACCOUNT.json, timings on stdout

What the benchmark sets next to a run of trackrecord: the figures that both have, by the same
definitions, vectorised within the account. Pickles are what pandas reads fastest; Debian's pandas
reads no Parquet. Then balance, return and drawdown once more over all accounts at once, and what
quantstats computes of the daily returns of some accounts, if Python finds it.
"""

import json
import math
import resource
import sys
import time
import types
from pathlib import Path

import numpy as np
import pandas as pd

TIMES = {"trades": ["opened_at", "closed_at"], "cash_flows": ["at"], "accounts": ["updated_at"]}
NAMES = {
    "trades": {"account_id": "category", "symbol": "category", "side": "category"},
    "cash_flows": {"account_id": "category", "kind": "category"},
    "accounts": {"account_id": "category"},
}
DEPOSIT, ADJUSTMENT, TRADE, WITHDRAWAL = range(4)
# Accounts whose returns quantstats is given.
SAMPLED = 100
QUANTSTATS = (
    "comp cagr sharpe sortino max_drawdown calmar volatility win_rate avg_win avg_loss "
    "payoff_ratio profit_factor value_at_risk cvar skew kurtosis omega ulcer_index"
).split()


def prepare(folder):
    for table, times in TIMES.items():
        rows = pd.read_csv(folder / f"{table}.csv", dtype=NAMES[table], parse_dates=times)
        rows.to_pickle(folder / f"{table}.pickle")


def run(folder, out, as_of):
    clock = Clock()
    trades = pd.read_pickle(folder / "trades.pickle")
    bookings = pd.read_pickle(folder / "cash_flows.pickle")
    updates = pd.read_pickle(folder / "accounts.pickle").set_index("account_id")["updated_at"]
    clock.lap("read")

    trades = with_results(trades)
    trades = trades.sort_values(["account_id", "closed_at", "opened_at", "ticket"])
    bookings["rank"] = np.where(
        bookings["kind"] == "adjustment",
        ADJUSTMENT,
        np.where(bookings["amount"] < 0, WITHDRAWAL, DEPOSIT),
    )
    bookings = bookings.sort_values(["account_id", "at", "rank", "id"])
    bookings_of = dict(list(bookings.groupby("account_id", observed=True)))
    starts = period_starts(as_of)

    accounts = 0
    summaries = {}
    for account_id, own in trades.groupby("account_id", observed=True):
        ends = updates[account_id].to_datetime64(), as_of.to_datetime64()
        figures = account_figures(own, bookings_of[account_id], starts, *ends)
        clock.lap("statistics")
        (out / f"{account_id.replace(':', '-')}.json").write_text(
            json.dumps(figures, separators=(",", ":"))
        )
        clock.lap("write")
        summaries[account_id] = figures["summary"]
        accounts += 1
    at_once = all_at_once(trades, bookings)
    clock.lap("at once")
    check(at_once, summaries)
    with_quantstats = quantstats(trades, bookings_of, clock)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        json.dumps(
            {
                "accounts": accounts,
                "trades": len(trades),
                "peakMegabytes": peak,
                "costs": clock.costs,
                "pandas": pd.__version__,
                "quantstats": with_quantstats,
            }
        )
    )


def all_at_once(trades, bookings):
    """Balance, return and deepest drawdown of each account, without a loop over accounts."""
    columns = ["account_id", "at", "rank", "amount"]
    closed = trades[["account_id", "closed_at", "net"]].set_axis(
        ["account_id", "at", "amount"], axis=1
    )
    events = pd.concat([bookings[columns], closed.assign(rank=TRADE)[columns]])
    events = events.sort_values(["account_id", "at", "rank"], kind="stable")
    account = events["account_id"].cat.codes.to_numpy()
    amount, rank = events["amount"].to_numpy(), events["rank"].to_numpy()
    is_first = np.concatenate([[True], account[1:] != account[:-1]])

    balance = events["amount"].groupby(account).cumsum().round(2).to_numpy()
    before = np.concatenate([[0.0], balance[:-1]])
    before[is_first] = 0.0
    result = np.where((rank == TRADE) | (rank == ADJUSTMENT), amount, 0.0)
    change = np.divide(result, before, out=np.zeros_like(result), where=before > 0)
    index = pd.Series(1 + np.maximum(change, -1)).groupby(account).cumprod()
    drawdown = index / np.maximum(index.groupby(account).cummax(), 1) - 1
    ends = np.append(np.flatnonzero(is_first)[1:], len(events)) - 1
    names = events["account_id"].cat.categories[account[ends]]
    return pd.DataFrame(
        {
            "balance": balance[ends],
            "twr_percent": 100 * (index.to_numpy()[ends] - 1),
            "max_drawdown_percent": -100 * drawdown.groupby(account).min().to_numpy(),
        },
        index=names,
    )


def check(at_once, summaries):
    """Fails unless both ways give the same figures of each account."""
    for account_id, summary in summaries.items():
        own = at_once.loc[account_id]
        for name, other in {"balance": summary["balance"], **summary["performance"]}.items():
            if name in own and not math.isclose(own[name], other, rel_tol=1e-4, abs_tol=1e-3):
                raise ValueError(f"{account_id} {name}: {own[name]} at once, {other} alone")


def quantstats(trades, bookings_of, clock):
    """Times quantstats over the weekday returns of some accounts. None if it is not installed."""
    # It downloads prices with yfinance, which nothing here does.
    sys.modules.setdefault("yfinance", types.ModuleType("yfinance"))
    try:
        import quantstats as library
    except ImportError:
        return None
    returns = []
    for account_id, own in trades.groupby("account_id", observed=True):
        if len(returns) == SAMPLED:
            break
        events = ledger(own, bookings_of[account_id])
        growth = events["factor"].groupby(events["at"].dt.normalize()).prod()
        days = pd.bdate_range(growth.index[0], growth.index[-1])
        if len(days) >= 30:
            returns.append(growth.reindex(days, fill_value=1.0) - 1)
    clock.lap("quantstats, prepared")
    for own in returns:
        for name in QUANTSTATS:
            getattr(library.stats, name)(own)
    clock.lap("quantstats")
    return {"version": library.__version__, "accounts": len(returns)}


class Clock:
    """Seconds, elapsed and of processors, by what was done since the lap before."""

    def __init__(self):
        self.costs = {}
        self.last = (time.perf_counter(), time.process_time())

    def lap(self, name):
        now = (time.perf_counter(), time.process_time())
        cost = self.costs.setdefault(name, {"seconds": 0.0, "cpuSeconds": 0.0})
        cost["seconds"] += now[0] - self.last[0]
        cost["cpuSeconds"] += now[1] - self.last[1]
        self.last = now


def with_results(trades):
    costs = trades["commission"].fillna(0) + trades["swap"].fillna(0)
    net = (trades["profit"] + costs).round(2)
    move = trades["close_price"] - trades["open_price"]
    is_long = trades["side"] == "buy"
    sizes = trades["symbol"].map(pip_sizes(trades["symbol"].cat.categories)).astype(float)
    return trades.assign(
        net=net,
        won=net > 0,
        lost=net < 0,
        is_long=is_long,
        pips=np.where(is_long, move, -move) / sizes,
        held=(trades["closed_at"] - trades["opened_at"]).dt.total_seconds(),
        magic_number=trades["magic_number"].fillna(0).astype("int64"),
    )


def pip_sizes(symbols):
    def size(symbol):
        base, quote = symbol[:3], symbol[3:6]
        if base in ("XAU", "XAG"):
            return {"XAU": 0.1, "XAG": 0.01}[base]
        if base in ("BTC", "ETH") or not (base + quote).isalpha():
            return 1.0
        return 0.01 if quote == "JPY" else 0.0001

    return {symbol: size(symbol) for symbol in symbols}


def period_starts(as_of):
    today = as_of.normalize()
    starts = {
        "today": today,
        "this_week": today - pd.Timedelta(days=today.dayofweek),
        "this_month": today.replace(day=1),
        "this_year": today.replace(month=1, day=1),
    }
    return {name: start.to_datetime64() for name, start in starts.items()}


def account_figures(trades, bookings, starts, updated_at, as_of):
    events = ledger(trades, bookings)
    months = period_performance(events, "MS", "%Y-%m", "monthly")
    daily, day_returns = daily_performance(events, trades)
    flows = bookings[bookings["kind"] != "adjustment"]
    amounts = flows["amount"].to_numpy()
    deposits = amounts[amounts > 0].sum()
    index = events["index"].to_numpy()
    is_trade = events["is_trade"].to_numpy()
    returns = events["change"].to_numpy()[is_trade & events["has_capital"].to_numpy()]
    return {
        "summary": {
            "balance": number(events["balance"].iloc[-1], 2),
            "performance": {
                "twr_percent": percent(index[-1] - 1),
                "absolute_gain_percent": percent(ratio(events["profit"].iloc[-1], deposits)),
                "max_drawdown_percent": percent(-events["drawdown"].min()),
                "avg_daily_return_percent": percent(day_returns.mean()),
                "avg_monthly_return_percent": number(
                    np.mean([month["monthly_percent"] for month in months]), 4
                ),
                "deposits": number(deposits, 2),
                "withdrawals": number(-amounts[amounts < 0].sum(), 2),
            },
        },
        "equity_curve": {
            "daily_performance": daily,
            "deposits_withdrawals": records(date=day_texts(flows["at"]), amount=amounts),
        },
        "twr": {"twr_trade_by_trade": (100 * (index[is_trade] - 1)).round(4).tolist()},
        "monthly": {
            "monthly_performance": months,
            "yearly_performance": period_performance(events, "YS", "%Y", "yearly"),
            "period_returns": current_periods(events, trades, starts, updated_at, as_of),
        },
        "by_symbol": breakdown(trades, "symbol"),
        "by_magic_number": breakdown(trades, "magic_number"),
        "advanced": advanced(trades, returns),
    }


def ledger(trades, bookings):
    """Everything that moved the balance, in order, with the state after it."""
    at = np.concatenate([bookings["at"].to_numpy(), trades["closed_at"].to_numpy()])
    rank = np.concatenate([bookings["rank"].to_numpy(), np.full(len(trades), TRADE)])
    amount = np.concatenate([bookings["amount"].to_numpy(), trades["net"].to_numpy()])
    order = np.lexsort([rank, at])
    at, rank, amount = at[order], rank[order], amount[order]

    is_trade = rank == TRADE
    is_result = is_trade | (rank == ADJUSTMENT)
    result = np.where(is_result, amount, 0.0)
    balance = amount.cumsum().round(2)
    before = np.concatenate([[0.0], balance[:-1]])
    has_capital = before > 0
    change = np.divide(result, before, out=np.zeros_like(result), where=has_capital)
    change = np.maximum(change, -1)
    index = (1 + change).cumprod()
    return pd.DataFrame(
        {
            "at": at,
            "is_trade": is_trade,
            "is_result": is_result,
            "has_capital": has_capital,
            "result": result,
            "balance": balance,
            "profit": result.cumsum(),
            "change": change,
            "factor": 1 + change,
            "index": index,
            "drawdown": index / np.maximum(np.maximum.accumulate(index), 1) - 1,
        }
    )


def daily_performance(events, trades):
    days = events["at"].to_numpy().astype("datetime64[D]")
    by_day = events[["balance", "profit", "index"]].groupby(days).last()
    by_day["growth"] = events["factor"].groupby(days).prod()

    is_trade = events["is_trade"].to_numpy()
    own = events.loc[is_trade, ["drawdown"]]
    own["peak"] = events.loc[is_trade, "balance"].cummax()
    traded = own.groupby(days[is_trade]).last()
    won = trades["won"].groupby(days[is_trade]).agg(["size", "sum"])

    rows = by_day.loc[traded.index]
    daily = records(
        date=day_texts(rows.index),
        cumulative_balance=rows["balance"],
        cumulative_profit=rows["profit"].round(2),
        twr_percent=(100 * (rows["index"] - 1)).round(4),
        drawdown=(100 * traded["drawdown"]).round(4),
        peak_balance=traded["peak"],
        trades_count=won["size"],
        win_rate=(100 * won["sum"] / won["size"]).round(4),
    )
    return daily, rows["growth"] - 1


def period_performance(events, frequency, date_format, name):
    periods = events.set_index("at").resample(frequency)
    profit, growth = periods["result"].sum(), periods["factor"].prod()
    # From the period that the first result is in, whose start lies before it, to that of the last.
    results = events.loc[events["is_result"], "at"]
    first = profit.index.searchsorted(results.iloc[0], side="right") - 1
    last = profit.index.searchsorted(results.iloc[-1], side="right")
    return records(
        date=profit.index[first:last].strftime(date_format),
        **{
            f"{name}_profit": profit.iloc[first:last].round(2),
            f"{name}_percent": (100 * (growth.iloc[first:last] - 1)).round(4),
        },
    )


def current_periods(events, trades, starts, updated_at, as_of):
    """Results since each start. None in periods that the data of the account doesn't reach."""
    at = events["at"].to_numpy()
    closed_at = trades["closed_at"].to_numpy()
    periods = {}
    for name, start in starts.items():
        within = (at >= start) & (at <= as_of)
        own = trades[(closed_at >= start) & (closed_at <= as_of)]
        figures = {
            "profit": number(events["result"].to_numpy()[within].sum(), 2),
            "twr_percent": percent(events["factor"].to_numpy()[within].prod() - 1),
            "trades_count": len(own),
            "win_rate": percent(ratio(own["won"].sum(), len(own))),
            "volume": number(own["volume"].sum(), 2),
        }
        is_known = updated_at >= start or within.any()
        periods[name] = figures if is_known else dict.fromkeys(figures)
    return periods


def breakdown(trades, key):
    groups = trades.groupby([key, "is_long"], observed=True)
    rows = groups[["won", "lost", "net", "pips"]].sum()
    rows["trades"] = groups.size()
    nothing = {"trades": 0, "won": 0, "lost": 0, "net": 0.0, "pips": 0.0}
    sides = {}
    for (name, is_long), row in rows.to_dict("index").items():
        sides.setdefault(str(name), {})[is_long] = row
    return {
        name: breakdown_entry(own.get(True, nothing), own.get(False, nothing))
        for name, own in sides.items()
    }


def breakdown_entry(longs, shorts):
    total = {field: longs[field] + shorts[field] for field in longs}
    return {
        "total": {
            **sums(total),
            "won": total["won"],
            "lost": total["lost"],
            "won_percentage": percent(total["won"] / total["trades"]),
        },
        "longs": sums(longs),
        "shorts": sums(shorts),
    }


def sums(row):
    return {
        "trades": row["trades"],
        "profit": f"{row['net']:.2f}",
        "pips": f"{row['pips']:.1f}",
    }


def advanced(trades, returns):
    count = len(trades)
    net = trades["net"].to_numpy()
    won, lost = trades["won"].to_numpy(), trades["lost"].to_numpy()
    is_long = trades["is_long"].to_numpy()
    pips = trades["pips"].to_numpy()
    deviation = net.std(ddof=1) if count > 1 else math.nan
    best, worst = net.argmax(), net.argmin()
    automatic = int((trades["magic_number"] != 0).sum())
    return {
        "profit_factor": number(ratio(net[won].sum(), -net[lost].sum()), 6),
        "expectancy": {"currency": number(net.mean(), 6), "pips": number(pips.mean(), 6)},
        "win_rate": percent(won.mean()),
        "ahpr": number(100 * returns.mean(), 6) if len(returns) else None,
        "ghpr": geometric_mean(returns),
        "sharpe_ratio": number(ratio(net.mean(), deviation), 6),
        "standard_deviation": number(deviation or math.nan, 6),
        "z_score": z_score(won, lost),
        "avg_win": number(ratio(net[won].sum(), won.sum()), 6),
        "avg_loss": number(ratio(net[lost].sum(), lost.sum()), 6),
        "best_trade_profit": {
            "date": instant(trades["closed_at"].iloc[best]),
            "value": number(net[best], 2),
        },
        "worst_trade_profit": {
            "date": instant(trades["closed_at"].iloc[worst]),
            "value": number(net[worst], 2),
        },
        "best_trade_pips": number(pips.max(), 6),
        "worst_trade_pips": number(pips.min(), 6),
        "longs_won": direction(won[is_long]),
        "shorts_won": direction(won[~is_long]),
        "total_trades": count,
        "total_lots": number(trades["volume"].sum(), 2),
        "total_pips": number(pips.sum(), 6),
        "total_swap": number(trades["swap"].sum(), 2),
        "total_commissions": number(trades["commission"].sum(), 2),
        "avg_trade_length_hours": number(trades["held"].mean() / 3600, 6),
        "autotrading_trades": automatic,
        "manual_trades": count - automatic,
        "autotrading_percentage": percent(automatic / count),
        "charts": charts(trades, won, lost),
    }


def geometric_mean(returns):
    if len(returns) == 0 or returns.min() <= -1:
        return None
    return number(100 * np.expm1(np.log1p(returns).mean()), 6)


def z_score(won, lost):
    outcomes = won[won | lost]
    count, wins = len(outcomes), int(outcomes.sum())
    product = 2 * wins * (count - wins)
    if product <= count:
        return {"value": None, "probability": None}
    runs = 1 + np.count_nonzero(outcomes[1:] != outcomes[:-1])
    root = math.sqrt(product * (product - count) / (count - 1))
    value = (count * (runs - 0.5) - product) / root
    confidence = math.erf(abs(value) / math.sqrt(2))
    return {"value": number(value, 6), "probability": percent(confidence)}


def direction(won):
    count = int(won.sum())
    return {"count": count, "total": len(won), "percentage": percent(ratio(count, len(won)))}


def charts(trades, won, lost):
    hours = trades["closed_at"].dt.hour.to_numpy()
    weekdays = trades["closed_at"].dt.dayofweek.to_numpy()
    recent = trades.tail(50)
    return {
        "trades_by_hour": records(
            hour=np.arange(24),
            won=np.bincount(hours[won], minlength=24),
            lost=np.bincount(hours[lost], minlength=24),
        ),
        "trades_by_weekday": records(
            day=np.arange(1, 8),
            won=np.bincount(weekdays[won], minlength=7),
            lost=np.bincount(weekdays[lost], minlength=7),
        ),
        "recent_trades_duration": records(
            closed_at=[instant(at) for at in recent["closed_at"]],
            duration=recent["held"],
            net_profit=recent["net"],
        ),
    }


def records(**columns):
    """Rows as dicts, of columns of equal length; faster than DataFrame.to_dict."""
    names = list(columns)
    values = [c if isinstance(c, list) else c.tolist() for c in columns.values()]
    return [dict(zip(names, row)) for row in zip(*values)]


def day_texts(instants):
    return instants.to_numpy().astype("datetime64[D]").astype(str)


def ratio(part, whole):
    return part / whole if whole != 0 else math.nan


def number(value, digits):
    return round(float(value), digits) if math.isfinite(value) else None


def percent(share):
    return number(100 * share, 4)


def instant(at):
    return f"{at.isoformat()}Z"


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(Path(sys.argv[2]))
    else:
        run(Path(sys.argv[2]), Path(sys.argv[3]), pd.Timestamp(sys.argv[4]))
