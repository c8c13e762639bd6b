"""Reads track records from a trackrecord server; Python 3.9 or newer, nothing to install.

    from trackrecord_reader import Trackrecord

    server = Trackrecord("https://records.example", key=os.environ["TRACKRECORD_KEY"])
    print(server.account("my-account", include=["advanced"])["performance"])
    trades = server.whole(lambda: server.trades("my-account", since="2024-01-01"))
    print(sum(trade["net_profit"] for trade in trades))

Lists read page after page. All pages of trades or positions are of one version. If the server no longer
keeps it, a TrackrecordError with status 410 tells you to read the list again; whole does. After a 429 the client waits as long as Retry-After says, up to three times.
Any other failure raises a TrackrecordError with the server's problem. Its status is 0 if the server
can't be reached. An answer that is cut off or not JSON raises it too. Unknown and hidden values are
None.
"""

import email.utils
import http.client
import json
import math
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Iterable, Iterator, List, Optional, TypedDict, TypeVar

Row = TypeVar("Row")


class Order(TypedDict):
    """Fields that trades and positions have in common."""

    ticket: str
    symbol: str
    side: str
    volume: float
    open_price: float
    stop_loss: Optional[float]
    take_profit: Optional[float]
    opened_at: str
    profit: float
    commission: float
    swap: float
    comment: Optional[str]
    magic_number: Optional[int]


class Position(Order):
    """An open position; its profit is the current floating result."""


class Trade(Order):
    """A closed trade. For totals, sum net_profit."""

    close_price: float
    closed_at: str
    net_profit: float


Gain = TypedDict(
    "Gain",
    {
        "slug": str,
        "currency": Optional[str],
        "first_day": Optional[str],
        "last_day": Optional[str],
        "from": Optional[str],
        "to": Optional[str],
        "return_percent": Optional[float],
        "profit": Optional[float],
        "deposits": Optional[float],
        "withdrawals": Optional[float],
        "max_drawdown_percent": Optional[float],
        "trades_count": Optional[int],
        "win_rate": Optional[float],
        "attribution": dict,
    },
)


class TrackrecordError(Exception):
    """Error for an answer other than a success, with the problem document of the server.

    The status is 0 if the server can't be reached.
    """

    def __init__(self, status: int, problem: Optional[dict], message: Optional[str] = None):
        reason = message or (problem or {}).get("detail")
        super().__init__(reason or f"The server answered {status}.")
        self.status = status
        self.problem = problem


class Trackrecord:
    """A server. Without a key, only published data can be read."""

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        retries: int = 3,
        timeout: float = 30,
        wait: Callable[[float], Any] = time.sleep,
        now: Callable[[], float] = time.time,
    ):
        self._base_url = base_url.rstrip("/")
        self._headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._retries = retries
        self._timeout = timeout
        self._wait = wait
        self._now = now

    def account(
        self,
        slug: str,
        include: Optional[List[str]] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        points: Optional[int] = None,
        figures: Optional[List[str]] = None,
    ) -> dict:
        """Reads one account with the sections that include names, and explanations of the figures
        that figures names. since, until and points shorten equity_curve."""
        query = {"include": include, "from": since, "to": until, "points": points, "figures": figures}
        return self._get(_at(slug), query)

    def accounts(self, **query: Any) -> Iterator[dict]:
        """Lists the accounts and portfolios of the key's owner, newest first."""
        return self._rows("/api/v1/accounts", query)

    def search(self, **query: Any) -> Iterator[dict]:
        """Searches published accounts, by default best return first."""
        return self._rows("/api/v1/search/accounts", query)

    def trades(
        self, slug: str, since: Optional[str] = None, until: Optional[str] = None
    ) -> Iterator[Trade]:
        """Lists closed trades, newest first."""
        return self._rows(f"{_at(slug)}/trades", {"from": since, "to": until})

    def positions(self, slug: str) -> Iterator[Position]:
        """Lists open positions, newest first."""
        return self._rows(f"{_at(slug)}/positions", {})

    def whole(self, read: Callable[[], Iterable[Row]], restarts: int = 3) -> List[Row]:
        """Reads a list to its end: server.whole(lambda: server.trades("my-account")).

        Starts again, that many times at most, if the server no longer keeps the version of its rows."""
        while True:
            try:
                return list(read())
            except TrackrecordError as error:
                if error.status != 410 or restarts <= 0:
                    raise
                restarts -= 1

    def gain(self, slug: str, since: Optional[str] = None, until: Optional[str] = None) -> Gain:
        """Reads the gain between two days."""
        return self._get(f"{_at(slug)}/gain", {"from": since, "to": until})

    def statistics(self, slug: str, by: Optional[List[str]] = None) -> dict:
        """Reads statistics over closed trades of your account, in the groups that by names."""
        return self._get(f"{_at(slug)}/statistics", {"by": by})

    def calendar(self, **query: Any) -> dict:
        """Reads the economic calendar."""
        return self._get("/api/public/calendar/v1", query)

    def _rows(self, path: str, query: dict) -> Iterator[Any]:
        page, version = 1, None
        while True:
            answer = self._get(path, {**query, "page": page, "version": version})
            if not {"data", "pagination"} <= answer.keys():
                raise _half_answer(200)
            yield from answer["data"]
            if not answer["pagination"]["has_more"]:
                return
            page, version = page + 1, answer["pagination"].get("version")

    def _get(self, path: str, query: dict) -> Any:
        known = {name: _text(value) for name, value in query.items() if value is not None}
        url = f"{self._base_url}{path}?{urllib.parse.urlencode(known)}"
        request = urllib.request.Request(url, headers=self._headers)
        remaining = self._retries
        while True:
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                    return _object_in(answer)
            except urllib.error.HTTPError as error:
                if error.code != 429 or remaining <= 0:
                    raise TrackrecordError(error.code, _problem(error)) from None
                remaining -= 1
                self._wait(_seconds(error.headers.get("Retry-After"), self._now()))
            except (OSError, http.client.HTTPException) as error:
                reason = f"{self._base_url} cannot be reached: {error}"
                raise TrackrecordError(0, None, reason) from error


def _at(slug: str) -> str:
    return f"/api/v1/accounts/{urllib.parse.quote(slug, safe='')}"


def _text(value: Any) -> str:
    return ",".join(value) if isinstance(value, (list, tuple, set)) else str(value)


def _object_in(answer: Any) -> dict:
    try:
        value = json.load(answer)
    except (ValueError, OSError, http.client.HTTPException) as error:
        raise _half_answer(answer.status) from error
    if not isinstance(value, dict):
        raise _half_answer(answer.status)
    return value


def _half_answer(status: int) -> TrackrecordError:
    reason = f"The server answered {status}, but its answer is cut off or not what it promises."
    return TrackrecordError(status, None, reason)


def _seconds(retry_after: Optional[str], now: float) -> float:
    """Returns the seconds to wait by Retry-After, a number or a date; else 1."""
    text = (retry_after or "").strip()
    if text.isdecimal():
        return float(text)
    try:
        return float(max(0, math.ceil(email.utils.parsedate_to_datetime(text).timestamp() - now)))
    except (TypeError, ValueError, IndexError, OverflowError):
        return 1.0


def _problem(error: urllib.error.HTTPError) -> Optional[dict]:
    try:
        return _object_in(error)
    except TrackrecordError:
        return None
