import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { readRows } from '../../../pipeline/connect/read-rows.ts';

const longRows = suite('rows over 1 MB');

const now = '2026-02-03T08:00:00.000Z';
const reason = makeReason('row_over_megabyte');
const trade = '{"ticket": "1"}';
/** Invalid from its first character on, so the parser reports it. */
const long = (open: string): string => `${open}${'x '.repeat(600_000)}}`;

const bodies = {
  'in a list': ['application/json', `{"trades": [${long('{')}, ${trade}]}`, 'trades', 1],
  'in a line': [
    'application/x-ndjson',
    `${long('{"table": "trades", ')}\n{"table": "trades", "ticket": "1"}`,
    ...[null, 1],
  ],
  'as the account': [
    'application/json',
    `{"trades": [${trade}], "account": ${long('{')}}`,
    'accounts',
    1,
  ],
} as const satisfies Record<string, readonly [string, string, string | null, number]>;

for (const [where, [type, body, table, row]] of Object.entries(bodies)) {
  longRows(`are refused ${where} before they are parsed`, async () => {
    const { rows, refused } = await readRows(body, type, 'MT5:1@Test', now);
    assert.equal(refused, [{ table, row, reason }]);
    assert.is(rows.length, 1, 'the other row is taken');
  });
}

longRows('are refused among deals before they are parsed', async () => {
  const account = {
    platform: 'MT5',
    number: 1,
    server: 'S',
    broker: 'B',
    currency: 'USD',
    leverage: 100,
    balance: 0,
    clock: '+00:00',
    gmt_time: Date.parse(now) / 1000,
    deals_total: 1,
  };
  const body = `{"account": ${JSON.stringify(account)}, "deals": [${long('{')}]}`;
  const { refused } = await readRows(body, 'application/json', 'MT5:1@S', now);
  assert.equal(refused, [{ table: 'deals', row: 1, reason }]);
});

longRows('are not taken for another format if the body is one row', async () => {
  const { refused } = await readRows(long('{'), 'application/x-ndjson', 'MT5:1@Test', now);
  assert.equal(refused, [{ table: null, row: 1, reason }]);
});

longRows('with unknown members are refused at the first', async () => {
  const body = `{"a": 1, ${'"b": [1, '.repeat(100)}`;
  const fault = await readRows(body, 'application/json', 'MT5:1@Test', now).catch(
    ({ message }) => message,
  );
  assert.match(fault, /has a member "a"/);
});

longRows.run();
