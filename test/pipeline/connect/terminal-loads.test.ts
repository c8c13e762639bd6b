import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { tables } from '../../../pipeline/load/columns.ts';
import { noon, terminalAccount, withReceiver } from './receiving.ts';

// A terminal learns at once that its data is accepted. So loading, days later and with its own
// rules, must not refuse any of it.
const loading = suite('accepted rows of terminals');

const texts = fc.oneof(
  fc.constantFrom('\ud800', '\udc00x', '\u0000', 'a\u0000b', 'a\nb', '\u202ex', '  ', '__proto__'),
  fc.constantFrom('x'.repeat(1000), 'x'.repeat(1001), 'x'.repeat(10_001), 'é"\\', '<b>', '=1+1'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const amounts = fc.constantFrom(
  ...['0', '-0', '-1.50', '0.00000001', '9999999999999', '-9999999999999.99999999'],
  ...['10000000000001', '90071992547409.93', '999999999999999999', '-999999999999999999.5'],
);
const times = fc.constantFrom(631_152_000, 631_238_400, 4_102_358_400, 4_102_444_800, noon);
const whole = fc.constantFrom('0', '-5', '9223372036854775807', '-9999999999999999999');

/** Replaces the value of one field of a deal. */
const change = fc.oneof(
  fc.tuple(
    fc.constantFrom('symbol', 'comment'),
    texts.map((text) => JSON.stringify(text)),
  ),
  fc.tuple(fc.constantFrom('profit', 'commission', 'swap', 'price', 'sl', 'tp'), amounts),
  fc.tuple(fc.constant('volume'), fc.constantFrom('0.01', '100000000', '100000001', '9e9', '1e-9')),
  fc.tuple(fc.constant('time'), times.map(String)),
  fc.tuple(fc.constant('magic'), whole),
  fc.tuple(fc.constant('fee'), amounts),
);

type Change = readonly [name: string, text: string];

const lists = {
  MT5: (changes: readonly Change[]) => [0, 1].map((entry) => dealOf(entry, changes)),
  MT4: (changes: readonly Change[]) => [closedOrder(changes)],
};

function dealOf(entry: number, changes: readonly Change[]): string {
  const fields: Record<string, string> = {
    ticket: `${1 + entry}`,
    position: '10',
    type: `${entry}`,
    entry: `${entry}`,
    time: `${noon + entry}`,
    symbol: '"EURUSD"',
    volume: '1',
    price: '1.1',
    profit: '0',
    commission: '-1',
    swap: '0',
    fee: '0',
    ...Object.fromEntries(changes),
  };
  return objectOf(fields);
}

function closedOrder(changes: readonly Change[]): string {
  const names: Record<string, string[]> = {
    time: ['open_time', 'close_time'],
    price: ['open_price', 'close_price'],
    volume: ['lots'],
    fee: [],
  };
  const changed = changes.flatMap(([name, text]) =>
    (names[name] ?? [name]).map((field) => [field, text] as const),
  );
  const fields: Record<string, string> = {
    ticket: '10',
    type: '0',
    open_time: `${noon}`,
    close_time: `${noon}`,
    lots: '1',
    symbol: '"EURUSD"',
    open_price: '1.1',
    close_price: '1.2',
    profit: '0',
    commission: '-1',
    swap: '0',
    ...Object.fromEntries(changed),
  };
  return objectOf(fields);
}

const openPosition = (changes: readonly Change[]): string =>
  objectOf({
    ticket: '5',
    type: '0',
    time: `${noon}`,
    symbol: '"EURUSD"',
    volume: '1',
    price: '1.1',
    profit: '0',
    swap: '0',
    ...Object.fromEntries(changes),
  });

const objectOf = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`;

loading('have nothing that closes over a day after they came', () =>
  withReceiver(async ({ send }) => {
    // The terminal sends at 10:00 UTC.
    const times = [noon + 22 * 3600, noon + 22 * 3600 + 1];
    const orders = times.map((time) => closedOrder([['time', `${time}`]]));
    const account = JSON.stringify({ ...terminalAccount, platform: 'MT4' });
    const outcome = await send('MT4:1@X', `{"account":${account},"deals":[${orders.join(',')}]}`);
    assert.equal('receipt' in outcome && outcome.receipt.rejected, [
      { table: 'deals', row: 2, reason: 'opened_at "2024-03-05T10:00:01.000Z" is in the future' },
    ]);
  }),
);

for (const platform of ['MT4', 'MT5'] as const) {
  loading(`of ${platform} are loaded, and each refused row has a reason`, () =>
    withReceiver(async ({ send, run }) => {
      const changes = fc.sample(fc.array(change, { minLength: 1, maxLength: 2 }), 30);
      const expected: string[] = [];
      const open: string[] = [];
      let refused = 0;
      for (const [at, each] of changes.entries()) {
        const accountId = `${platform}:1@${at}`;
        const [deals, position] = [lists[platform](each), openPosition(each)];
        const account = JSON.stringify({ ...terminalAccount, platform });
        const body = `{"account":${account},"deals":[${deals.join(',')}],"positions":[${position}]}`;
        const outcome = await send(accountId, body);
        if (!('receipt' in outcome)) throw new Error(`${body}: ${outcome.detail}`);
        const { accepted, rejected } = outcome.receipt;
        assert.is(accepted + rejected.length, 1 + deals.length + 1, body);
        for (const { table, reason } of rejected) {
          assert.ok(['deals', 'positions'].includes(table ?? ''), body);
          assert.match(reason, /^\P{Cc}{8,200}$/u);
        }
        refused += rejected.length;
        if (!rejected.some(({ table }) => table === 'deals')) expected.push(accountId);
        if (!rejected.some(({ table }) => table === 'positions')) open.push(accountId);
      }
      const { rows, waiting } = await run();
      assert.equal(waiting, []);
      assert.equal(idsIn(rows.trades), expected.sort());
      assert.equal(idsIn(rows.positions), open.sort());
      assert.is(rows.accounts?.length, changes.length);
      assert.equal(await faultsOf(rows), []);
      assert.ok(expected.length > 3 && refused > 5, `${expected.length} loaded, ${refused} not`);
    }),
  );
}

loading('are none if load would refuse their account', () =>
  withReceiver(async ({ send, run }) => {
    const faults: [object, RegExp][] = [
      [{ server: '\ud800' }, /^account: /],
      [{ server: 'x'.repeat(1001) }, /^account: server .* is longer than 1000 characters/],
      [{ balance: 999_999_999_999_999 }, /^account: reported_balance .* is too large/],
    ];
    for (const [fault, reason] of faults) {
      const body = { account: { ...terminalAccount, ...fault }, deals: [] };
      const outcome = await send('a', JSON.stringify(body));
      assert.is('status' in outcome && outcome.status, 422, JSON.stringify(outcome));
      assert.match('detail' in outcome ? outcome.detail : '', reason);
    }
    assert.equal((await run()).rows, {});
  }),
);

/** Lists the reasons for which loading would refuse rows. */
async function faultsOf(rows: Readonly<Record<string, readonly object[]>>): Promise<string[]> {
  const rules = createLineValidator({ isPlainlyValid: () => false });
  const faults: string[] = [];
  for (const [name, some] of Object.entries(rows)) {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new Error(name);
    const lines = some.map((row) => JSON.stringify(row));
    for (const [at, reason] of await rules.faults(table, lines)) {
      faults.push(`${name}: ${inEnglish(reason)}: ${lines[at]}`);
    }
  }
  await rules.close();
  return faults;
}

const idsIn = (rows: readonly Readonly<Record<string, unknown>>[] = []): string[] =>
  rows.map(({ account_id }) => String(account_id)).sort();

loading.run();
