import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, TrackrecordError } from '../../clients/typescript/src/index.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import { sendPart } from '../../pipeline/push/send.ts';
import { closedToOwner } from '../../pipeline/registry/operator-accounts.ts';
import { limitReason } from '../../pipeline/registry/over-limit.ts';
import { isInstalled } from '../server/deploy/nginx.ts';

const faults = suite('clients of a server that fails');

const now = Date.parse('2026-03-01T12:00:00Z');
const account = JSON.stringify({ slug: 'a' });
const receipt = JSON.stringify({ receipt: 'r', accepted: 1, rejected: [], rejected_count: 0 });
const key = 'tr_conn_000000000000000000000000000000000bQqYN';

const quota = inEnglish(limitReason('free', 'rows'));

/** Seconds, a date 90 s later, a date in the past, and an invalid value. */
const later = [
  ...['7', 'Sun, 01 Mar 2026 12:01:30 GMT', 'Sun, 01 Mar 2026 11:00:00 GMT', 'soon'],
].map((retryAfter) => ({ status: 429, retryAfter, body: '{}' }));

/** Answers of a path, given one after the other. The last one is repeated. */
const answers: Readonly<Record<string, readonly Answer[]>> = {
  waits: [...later, { status: 202, body: receipt }],
  later: [...later, { status: 200, body: account }],
  account: [{ status: 200, body: account }],
  page: [{ status: 200, body: '<html>Welcome to our network</html>' }],
  list: [{ status: 200, body: '[]' }],
  text: [{ status: 500, body: '"oops"' }],
  cut: [{ status: 200, body: account, isCut: true }],
  full: [{ status: 413, body: JSON.stringify({ detail: quota }) }],
  closed: [{ status: 409, body: JSON.stringify({ detail: inEnglish(closedToOwner) }) }],
  'refused-cut': [{ status: 404, body: account, isCut: true }],
};

interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body: string;
  /** Sends fewer bytes than announced. */
  readonly isCut?: boolean;
}

/** Calls the work with a server. The first part of a path names the answer. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const counts = new Map<string, number>();
  const listening = listenLocally((request, response) => {
    request.resume();
    const [, name = ''] = request.url?.split('/') ?? [];
    const planned = answers[name] ?? [];
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const answer = planned[Math.min(count, planned.length - 1)];
    if (answer === undefined) throw new Error(`no answer of ${request.url}`);
    const { status, retryAfter, body, isCut = false } = answer;
    const length = { 'content-length': Buffer.byteLength(body) + (isCut ? 10 : 0) };
    response.writeHead(status, { ...length, ...(retryAfter && { 'retry-after': retryAfter }) });
    response.write(body);
    if (isCut) setImmediate(() => response.destroy());
    else response.end();
  });
  await whileOpen(listening, ({ url }) => work(url));
}

const dead = 'http://127.0.0.1:1';

/** Expected outcome of each answer: the status, and whether it is the documented error. */
const expected = { dead: 0, page: 200, list: 200, text: 500, cut: 200, 'refused-cut': 404 };

/** Makes a fetch that puts the name of the answer in front of the path. */
const fetchOf =
  (name: string): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input));
    return fetch(name === 'dead' ? dead : `${url.origin}/${name}${url.pathname}`, init);
  };

faults('in TypeScript throw the documented error, and wait until the date of Retry-After', () =>
  withServer(async (baseUrl) => {
    for (const [name, status] of Object.entries(expected)) {
      const client = createClient({ baseUrl, fetch: fetchOf(name) });
      const error = await client.account('a').catch((thrown: unknown) => thrown);
      assert.instance(error, TrackrecordError, name);
      if (error instanceof TrackrecordError)
        assert.equal([error.status, error.problem], [status, null]);
    }
    const empty = createClient({ baseUrl, fetch: async () => new Response('{}') });
    const error = await empty
      .trades('a')
      .next()
      .catch((thrown: unknown) => thrown);
    assert.instance(error, TrackrecordError, 'a page without rows');

    const waited: number[] = [];
    const wait = async (seconds: number) => void waited.push(seconds);
    const fetch = fetchOf('later');
    const client = createClient({ baseUrl, retries: 4, fetch, wait, now: () => now });
    assert.is((await client.account('a')).slug, 'a');
    assert.equal(waited, [7, 90, 0, 1]);

    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const stopped = await createClient({ baseUrl })
      .account('a', {}, { signal: stop.signal })
      .catch((thrown: unknown) => thrown);
    assert.is(String(stopped), 'Error: stopped', 'who stops a request gets their own reason');
  }),
);

faults('of push wait until the date of Retry-After, and print the last answer', () =>
  withServer(async (url) => {
    const waited: number[] = [];
    const wait = async (seconds: number) => void waited.push(seconds);
    const send = (to: string) => sendPart(['{}'], { to, key, onWait() {}, wait, now: () => now });
    assert.is((await send(`${url}/waits`)).receipt, 'r');
    assert.equal(waited, [7, 90, 0, 16]);
    const reasonOf = async (to: string) => String(await send(to).catch((error: unknown) => error));
    assert.match(await reasonOf(`${url}/page`), /answers 200, but not as a trackrecord server/);
    assert.match(await reasonOf(`${url}/cut`), /cannot be reached: .*; gave up after 12 tries$/);
    waited.length = 0;
    assert.match(await reasonOf(`${url}/full`), `answers 413: ${quota}`);
    assert.match(await reasonOf(`${url}/closed`), `answers 409: ${inEnglish(closedToOwner)}`);
    assert.equal(waited, [], 'nothing is sent again');
    assert.match(await reasonOf(dead), /cannot be reached: .*; gave up after 12 tries$/);
  }),
);

const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import trackrecord, trackrecord_reader as reader
url, names, now = sys.argv[2], json.loads(sys.argv[3]), float(sys.argv[4])

def outcome(work):
    try:
        return work()
    except reader.TrackrecordError as error:
        return error.status
    except trackrecord.Refused as error:
        return str(error).split(url)[-1]

def place(name):
    return "${dead}" if name == "dead" else f"{url}/{name}"

waits, sender_waits = [], []
sender = trackrecord.Connection(place("waits"), "k", wait=sender_waits.append, now=lambda: now)
receipt = sender.send({"equity": []})["receipt"]
waiting = reader.Trackrecord(place("later"), retries=4, wait=waits.append, now=lambda: now)
print(json.dumps({
    "statuses": {name: outcome(lambda: reader.Trackrecord(place(name)).account("a")) for name in names},
    "rows": outcome(lambda: list(reader.Trackrecord(place("account")).trades("a"))),
    "reader": [waiting.account("a")["slug"], waits],
    "sender": [receipt, sender_waits],
    "refused": {name: outcome(lambda: trackrecord.Connection(place(name), "k", tries=2, wait=lambda _: None).send({})) for name in ("page", "list", "cut", "full", "closed")},
    "dead": "cannot be reached" in outcome(lambda: trackrecord.Connection("${dead}", "k", tries=1).send({})),
}))
`;

import { listenLocally } from '../support/listen.ts';
import { whileOpen } from '../support/while-open.ts';

if (isInstalled('python3')) {
  faults('in Python throw the documented error, and wait until the date of Retry-After', () =>
    withServer(async (url) => {
      const { stdout } = await promisify(execFile)('python3', [
        ...['-B', '-c', script, inPackage('clients/python'), url],
        ...[JSON.stringify(Object.keys(expected)), String(now / 1000)],
      ]);
      const { refused, ...found } = JSON.parse(stdout);
      assert.equal(found, {
        statuses: expected,
        rows: 200,
        reader: ['a', [7, 90, 0, 1]],
        sender: ['r', [7, 90, 0, 16]],
        dead: true,
      });
      assert.is(refused.full, `/full answers 413: ${quota}`);
      assert.is(refused.closed, `/closed answers 409: ${inEnglish(closedToOwner)}`);
      assert.match(refused.page, /^\/page is not a trackrecord server: /);
      assert.match(refused.list, /^\/list is not a trackrecord server: /);
      assert.match(refused.cut, /^\/cut (cannot be reached|is no trackrecord server)/);
    }),
  );
} else {
  console.log('skipped: the clients in Python, for want of python3');
}

faults.run();
