import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { readAccount, readDeal, readPosition } from '../../../pipeline/connect/terminal.ts';

const rows = suite('rows of terminals, whatever they hold');

const platforms = ['MT4', 'MT5'] as const;
const now = new Date('2024-07-01T12:00:00Z');
const gmt = now.getTime() / 1000;

const good: Readonly<Record<string, string>> = {
  ticket: '5',
  position: '4',
  time: `${gmt}`,
  type: '0',
  entry: '0',
  symbol: '"EURUSD"',
  volume: '0.1',
  lots: '0.1',
  price: '1.1',
  open_price: '1.1',
  close_price: '1.2',
  profit: '-1.50',
  commission: '0',
  swap: '0',
  fee: '0',
  sl: '1.05',
  tp: '1.3',
  open_time: `${gmt - 60}`,
  close_time: `${gmt}`,
  comment: '"swing"',
  magic: '7',
};
const odd = fc.oneof(
  fc.constantFrom('null', 'true', '""', '"x"', '{}', '[]', '0', '-0', '-1', '0.0', '1e5', '1.5'),
  fc.constantFrom('1'.repeat(19), '1'.repeat(20), '0.123456789', '631151999', '4102444801'),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,10})?$/),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)),
);

/** Makes rows with some changed values, some missing ones, and another order. */
const rowsOf = (names: readonly string[]) =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names, 'more'), odd), {
        maxLength: 3,
        selector: ([name]) => name,
      }),
      fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      fc.shuffledSubarray([...names], { minLength: names.length }),
    )
    .map(([changed, missing, order]) => {
      const members = new Map(order.map((name) => [name, good[name] ?? '']));
      for (const name of missing) members.delete(name);
      for (const [name, value] of changed) members.set(name, value);
      return { members, text: `{${[...members].map(([n, v]) => `"${n}": ${v}`).join(', ')}}` };
    });

const common = ['ticket', 'type', 'symbol', 'profit', 'commission', 'swap', 'sl', 'tp', 'comment'];
const readers = {
  'a deal of MT5': {
    read: (text: string) => readDeal('MT5', text),
    names: [...common, 'magic', 'position', 'entry', 'time', 'volume', 'price', 'fee'],
  },
  'a closed order of MT4': {
    read: (text: string) => readDeal('MT4', text),
    names: [...common, 'magic', 'open_time', 'close_time', 'lots', 'open_price', 'close_price'],
  },
  'an open position': {
    read: readPosition,
    names: [...common, 'magic', 'time', 'volume', 'price'],
  },
};

for (const [what, { read, names }] of Object.entries(readers)) {
  rows(`${what} keeps every value as it was written, or says which one is wrong`, () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(rowsOf(names), ({ members, text }) => {
        const found = read(text);
        if ('reason' in found) {
          refused += 1;
          const words = inEnglish(found.reason);
          const field = `${found.reason.values.column}`;
          assert.ok(names.includes(field) || field === 'volume', words);
          assert.ok(words.length < 120, words);
          return;
        }
        accepted += 1;
        const { deal } = found;
        for (const name of Object.keys(JSON.parse(deal.json))) {
          assert.ok(names.includes(name), name);
          assert.ok(deal.json.includes(`"${name}":${members.get(name)}`), deal.json);
        }
        assert.is(deal.ticket, members.get('ticket'));
        assert.match(deal.ticket, /^[1-9]\d{0,18}$/);
        assert.ok(deal.time >= 631_152_000 && deal.time <= 4_102_444_800, `${deal.time}`);
        assert.equal(read(deal.json), found, 'what was kept is read again as the same');
      }),
      { numRuns: 1000 },
    );
    assert.ok(accepted > 100 && refused > 100, `${accepted} kept, ${refused} refused`);
  });
}

rows('that are no objects are refused', () => {
  for (const text of ['[]', '"{"', '1', 'null', 'true']) {
    for (const platform of platforms) {
      assert.equal(readDeal(platform, text), { reason: { code: 'row_not_object', values: {} } });
    }
    assert.equal(readPosition(text), { reason: { code: 'row_not_object', values: {} } });
  }
});

const account: Readonly<Record<string, string>> = {
  platform: '"MT5"',
  number: '5001',
  server: '"Broker-Live"',
  broker: '"Broker"',
  currency: '"USD"',
  leverage: '100',
  demo: 'false',
  balance: '1000.50',
  equity: '1000',
  clock: '""',
  deals_total: '3',
  gmt_time: `${gmt}`,
  server_time: `${gmt + 10_800}`,
};

rows('of accounts are read with numbers as written, or refused by the field that is wrong', () => {
  const changed = fc.uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(account)), odd), {
    maxLength: 2,
    selector: ([name]) => name,
  });
  let refused = 0;
  fc.assert(
    fc.property(changed, (changes) => {
      const members = new Map([...Object.entries(account), ...changes]);
      const text = `{${[...members].map(([name, value]) => `"${name}":${value}`).join(',')}}`;
      const read = readAccount(text, now);
      if ('reason' in read) {
        refused += 1;
        assert.ok(read.reason.length > 10 && read.reason.length < 300, read.reason);
        return;
      }
      assert.is(read.balance, members.get('balance'));
      assert.match(read.number, /^[1-9]\d*$/);
      assert.ok(Math.abs(read.gmt - gmt) <= 600);
      assert.match(read.currency, /^[A-Z0-9]{3,10}$/);
      assert.ok(read.listed >= 0 && Number.isSafeInteger(read.listed));
    }),
    { numRuns: 1000 },
  );
  assert.ok(refused > 200, `${refused} refused`);
});

rows.run();
