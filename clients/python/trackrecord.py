#!/usr/bin/env python3
"""Sends data of one trading account to a trackrecord server, with its Connection Key.

Needs only Python 3.9. As a program it sends a file of rows as JSON lines, each with "table":

    export TRACKRECORD_CONNECTION_KEY=tr_conn_...
    python3 trackrecord.py https://records.example rows.ndjson

As a module: Connection(url, key).send({"equity": [{"at": "2026-03-01T12:00:00Z", "balance": 1000, "equity": 1010.5}]})
Data that is sent twice gets the first receipt and changes nothing, so send it again if no answer came.
"""
import email.utils
import gzip
import http.client
import json
import math
import os
import sys
import time
import urllib.error
import urllib.request

PASSING = {408, 429, 500, 502, 503, 504, 507}
LONGEST_WAIT = 64
ROWS_AT_ONCE = 20_000


class Refused(Exception):
    """Raised if the server refuses the data, or if no try got a valid answer."""


class Connection:
    def __init__(self, url, key, tries=12, wait=time.sleep, now=time.time):
        self.url, self.key, self.tries, self.wait, self.now = url.rstrip("/"), key, tries, wait, now

    def send(self, facts):
        """Sends an object of lists, or lines of rows. The answer names the rejected rows."""
        if isinstance(facts, dict):
            return self._ask("POST", "facts", "application/json", json.dumps(facts))
        return self._ask("POST", "facts", "application/x-ndjson", "\n".join(facts) + "\n")

    def receipt(self, receipt):
        """Returns the state of a delivery: received, loaded, published or refused."""
        return self._ask("GET", f"receipts/{receipt}")

    def _ask(self, method, path, content_type=None, text=None):
        headers = {"Authorization": f"Bearer {self.key}"}
        body = None
        if text is not None:
            body = gzip.compress(text.encode())
            headers.update({"Content-Type": content_type, "Content-Encoding": "gzip"})
        request = urllib.request.Request(f"{self.url}/connect/v1/{path}", body, headers, method=method)
        for number in range(1, self.tries + 1):
            seconds = min(2**number, LONGEST_WAIT)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return _object_in(answer)
            except urllib.error.HTTPError as error:
                problem = _problem(error)
                if error.code == 422 and "receipt" in problem:
                    return problem
                if error.code not in PASSING or number == self.tries:
                    raise Refused(f"{self.url} answers {error.code}: {problem.get('detail', '')}") from None
                seconds = _seconds(error.headers.get("Retry-After"), self.now(), seconds)
            except (OSError, http.client.HTTPException, ValueError) as error:
                # Retry also after half an answer: accepted data gets the same receipt again.
                if number == self.tries:
                    what = "is not a trackrecord server" if isinstance(error, ValueError) else "cannot be reached"
                    raise Refused(f"{self.url} {what}: {error}") from None
            self.wait(seconds)
        raise Refused("not sent")


def _object_in(answer):
    value = json.load(answer)
    if isinstance(value, dict):
        return value
    raise ValueError("the answer is not a JSON object")


def _problem(error):
    try:
        return _object_in(error)
    except (ValueError, OSError, http.client.HTTPException):
        return {}


def _seconds(retry_after, now, default):
    """Returns the seconds to wait by Retry-After, a number or a date; else the default."""
    try:
        if (retry_after or "").strip().isdecimal():
            return int(retry_after)
        return max(0, math.ceil(email.utils.parsedate_to_datetime(retry_after).timestamp() - now))
    except (TypeError, ValueError, IndexError, OverflowError, AttributeError):
        return default


def main(url, path):
    connection = Connection(url, os.environ["TRACKRECORD_CONNECTION_KEY"])
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    refused = 0
    for first in range(0, len(lines), ROWS_AT_ONCE):
        answer = connection.send(lines[first : first + ROWS_AT_ONCE])
        refused += answer["rejected_count"]
        print(f"{answer['receipt']}: {answer['accepted']} accepted, {answer['rejected_count']} refused")
        for row in answer["rejected"]:
            print(f"{path} line {first + row['row']}: {row['reason']}", file=sys.stderr)
    return 3 if refused else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or "TRACKRECORD_CONNECTION_KEY" not in os.environ:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (Refused, OSError) as error:
        sys.exit(str(error))
