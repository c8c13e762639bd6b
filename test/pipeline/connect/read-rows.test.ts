import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyFault } from '../../../pipeline/connect/body.ts';
import { readRows } from '../../../pipeline/connect/read-rows.ts';
import { sendable } from '../../../pipeline/connect/source-lines.ts';

const readingRows = suite('rows of a body');

const account = 'MT5:1@Test';
const now = '2026-02-03T08:00:00.000Z';
const lists = [...sendable.keys()].filter((name) => name !== 'accounts');

const json = fc.jsonValue({ maxDepth: 2 });
/** Makes a row with columns of its table and others, and with any values. */
const row = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom('ticket', 'profit', 'at', 'x', ''), json) },
  json,
);
const table = fc.constantFrom(...lists);

/** Reads a body. Returns its rows or its fault. Any other error fails the test. */
const read = (body: string, type: 'application/json' | 'application/x-ndjson') =>
  readRows(body, type, account, now).catch((error: unknown) => {
    if (error instanceof BodyFault) return error;
    throw error;
  });

readingRows('are lines or refused, each once, and name the account of the key', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.array(row, { minLength: 1, maxLength: 8 }), async (name, rows) => {
      const sent = await read(JSON.stringify({ [name]: rows }), 'application/json');
      if (sent instanceof BodyFault) throw sent;
      const indexes = [
        ...sent.rows.map(({ index }) => index),
        ...sent.refused.map((refused) => refused.row),
      ];
      assert.equal(
        indexes.sort((first, second) => first - second),
        rows.map((_, at) => at + 1),
      );
      for (const { line } of sent.rows) {
        assert.not.match(line, /[\r\n]/);
        assert.is(JSON.parse(line).account_id, account);
      }
    }),
  );
});

readingRows('are the same in a list and as lines', async () => {
  const objects = fc.array(fc.dictionary(fc.constantFrom('ticket', 'profit', 'at', 'x'), json), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(table, objects, fc.constantFrom('\n', '\r\n'), async (name, rows, end) => {
      const inList = await read(JSON.stringify({ [name]: rows }), 'application/json');
      const asLines = await read(
        rows.map((each) => JSON.stringify({ ...each, table: name })).join(end),
        'application/x-ndjson',
      );
      if (inList instanceof BodyFault || asLines instanceof BodyFault) throw inList;
      assert.equal(
        asLines.rows.map(({ index, line }) => [index, JSON.parse(line)]),
        inList.rows.map(({ index, line }) => [index, JSON.parse(line)]),
      );
    }),
  );
});

readingRows('are read, or the body is refused, whatever it is', async () => {
  const bodies = [
    JSON.stringify({
      trades: [{ ticket: '1', symbol: 'EURUSD', profit: 1.5 }],
      positions: [],
      account: { currency: 'USD', platform: 'MT5' },
      reported_at: now,
    }),
    `{"table": "trades", "ticket": "1"}\n{"table": "equity", "at": "${now}"}\n`,
    JSON.stringify({
      account: { platform: 'MT5', number: 1, gmt_time: Date.parse(now) / 1000, balance: 1 },
      deals: [{ ticket: 1, position: 1, type: 0, entry: 0 }],
      positions: [{ ticket: 1 }],
    }),
  ];
  const edit = fc.record({
    body: fc.constantFrom(...bodies),
    at: fc.nat(300),
    length: fc.nat(12),
    text: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('{', '}', '[', ']', '"', '\\', 'null', '1e999', '\ufeff', ',', '\u0000'),
    ),
  });
  let read200 = 0;
  await fc.assert(
    fc.asyncProperty(
      edit,
      fc.constantFrom('application/json' as const, 'application/x-ndjson' as const),
      async ({ body, at, length, text }, type) => {
        const changed = body.slice(0, at) + text + body.slice(at + length);
        const sent = await read(changed, type);
        if (sent instanceof BodyFault) {
          assert.ok([400, 413, 422].includes(sent.status));
          assert.ok(sent.message.length > 0);
          return;
        }
        read200 += 1;
        for (const { line } of sent.rows) assert.is(JSON.parse(line).account_id, account);
      },
    ),
    { numRuns: 1_000 },
  );
  assert.ok(read200 > 50, `${read200} bodies could be read`);
});

readingRows.run();
