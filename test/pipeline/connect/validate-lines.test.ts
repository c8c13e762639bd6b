import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CodedReason, inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { sendable } from '../../../pipeline/connect/source-lines.ts';
import { createLineValidator, isPlain } from '../../../pipeline/connect/validate-lines.ts';
import type { ColumnKind, Table } from '../../../pipeline/load/columns.ts';
import { printedFigures } from '../../../sql/raw/printed_figures.ts';

// The macros of sql/load are the rules. Lines that pass a faster check must be good by these rules
// too.
const judging = suite('validation of lines');

const [anyFigure = ''] = Object.keys(printedFigures);

const digits = fc
  .tuple(
    fc.constantFrom('', '-', '+', '--'),
    fc.stringMatching(/^\d{0,20}$/),
    fc.constantFrom('', '.', '.0', '.5', '.00000001', '.123456789', '.000000000000001'),
    fc.constantFrom('', '', '', 'e3', 'E-9', 'e400'),
  )
  .map((parts) => parts.join(''));

const two = (max: number) => fc.nat(max).map((value) => String(value).padStart(2, '0'));
const times = fc
  .tuple(
    fc.constantFrom('1989', '1990', '1991', '2024', '2089', '2099', '2100', '0001', '99999'),
    ...[two(13), two(32), fc.constantFrom('T', ' ', 't'), two(25), two(60), two(61)],
    fc.constantFrom('', '.1', '.999999', '.9999999', '.'),
    fc.constantFrom('', 'Z', '+02:00', '-13:59', '+14:00', '+24:00', '+0530', '+05', ' Z'),
  )
  .map(
    ([year, month, day, between, hour, minute, second, fraction, zone]) =>
      `${year}-${month}-${day}${between}${hour}:${minute}:${second}${fraction}${zone}`,
  );

const texts = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('', ' ', 'portfolio:x', 'x'.repeat(500), 'x'.repeat(1001), 'x'.repeat(10_001)),
  fc.constantFrom('\u202e', '\ufeffx', 'a\nb', '=1+1', '"', '\\', '\u0000'),
);

/** Makes values for a kind of column, mostly close to valid ones. */
const near: Partial<Record<ColumnKind, fc.Arbitrary<string>>> = {
  timestamp: times,
  boolean: fc.constantFrom('true', 'false', 'TRUE', '1', '0', 'yes'),
  choice: fc.constantFrom('buy', 'sell', 'Buy', 'MT4', 'MT5', 'mt5', 'flow', 'terminal', anyFigure),
  currency: fc.constantFrom('USD', 'usd', 'USDT', 'X', '1AB', 'EURO', 'ABCDEFGHIJK'),
  leverage: fc.oneof(digits, fc.constantFrom('1:500', '1:0', '2:1', '1:-5', '1:1e3')),
  ...Object.fromEntries(['money', 'volume', 'number', 'integer'].map((kind) => [kind, digits])),
};

const good: Record<string, string> = {
  account_id: 'MT5:1@X',
  ticket: '7',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.1',
  open_price: '1.1',
  close_price: '1.2',
  profit: '5',
  id: 'f1',
  amount: '100',
  opened_at: '2024-01-01T00:00:00Z',
  closed_at: '2024-01-01T00:00:00.5Z',
  reported_at: '2024-01-02T00:00:00+02:00',
  at: '2024-01-01 10:00:00',
  balance: '1',
  equity: '1',
  platform: 'MT5',
  currency: 'USD',
  statement: 's',
  figure: anyFigure,
  value: '1',
  printed_at: '2024-01-03T00:00:00Z',
  created_at: '2024-01-01T00:00:00Z',
  updated_at: '2024-01-01T00:00:00Z',
};

/** Writes a text as JSON: quoted, or bare if it is a number or a word of JSON. */
const written = (text: string, isBare: boolean): string =>
  isBare && /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text)
    ? text
    : JSON.stringify(text);

const lineOf = (table: Table) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...table.columns), { minLength: 0, maxLength: 3 }),
      fc.infiniteStream(fc.tuple(fc.boolean(), fc.nat(9), texts)),
      fc.infiniteStream(fc.oneof(digits, times)),
      fc.boolean(),
    )
    .chain(([changed, odd, replacement, isBare]) =>
      fc.tuple(...changed.map(({ kind }) => near[kind] ?? texts)).map((values) => {
        const row = new Map(
          table.columns
            .filter(({ name }) => name in good)
            .map(({ name }) => [name, written(good[name] ?? '', isBare)]),
        );
        for (const [at, { name }] of changed.entries()) {
          const [bare, choice, text] = odd.next().value;
          const value = choice < 7 ? values[at] : choice === 7 ? text : replacement.next().value;
          if (choice === 9) row.delete(name);
          else row.set(name, written(String(value), bare));
        }
        return `{${[...row].map(([name, text]) => `"${name}":${text}`).join(',')}}`;
      }),
    );

judging('refuses what load would refuse, with the same reasons', async () => {
  const clock = () => new Date('2089-06-15T12:00:00Z');
  const quick = createLineValidator({ clock });
  const rules = createLineValidator({ clock, isPlainlyValid: () => false });
  try {
    for (const table of sendable.values()) {
      const lines = fc.sample(lineOf(table), 3000);
      const [seen, told] = [await quick.faults(table, lines), await rules.faults(table, lines)];
      const shown = (faults: ReadonlyMap<number, CodedReason>) =>
        [...faults].map(([place, reason]) => `${lines[place]}: ${inEnglish(reason)}`).sort();
      assert.equal(shown(seen), shown(told), table.name);
      const plain = lines.filter((line) => isPlain(line, table)).length;
      assert.ok(told.size > 300 && plain > 500, `${table.name}: ${told.size} ${plain}`);
    }
  } finally {
    await quick.close();
    await rules.close();
  }
});

judging('refuses times over a day after its clock, in whatever notation', async () => {
  const table = sendable.get('trades');
  const validator = createLineValidator({ clock: () => new Date('2026-03-01T12:00:00Z') });
  const shownAt = async (closed_at: string) => {
    const faults =
      table && (await validator.faults(table, [JSON.stringify({ ...good, closed_at })]));
    return [...(faults?.values() ?? [])].map(inEnglish);
  };
  try {
    const past = ['2026-03-02T12:00:00Z', '2026-03-02T14:00:00+02:00', '2026-03-02'];
    for (const time of past) assert.equal(await shownAt(time), [], time);
    const later = [
      '2026-03-02T12:00:00.001Z',
      '2026-03-02 12:01',
      '2026-03-02T11:00-02',
      '2030-01-01',
    ];
    for (const time of later) {
      assert.equal(await shownAt(time), [`closed_at "${time}" is in the future`]);
    }
  } finally {
    await validator.close();
  }
});

judging('recognises the rows of a usual sender as good without a second check', () => {
  const table = sendable.get('trades');
  const line = JSON.stringify({ ...good, comment: '', stop_loss: null, magic_number: 12_345 });
  assert.ok(table && isPlain(line, table));
  // A deal of a terminal is checked as a trade of one instant.
  const deal = JSON.stringify({ ...good, closed_at: good.opened_at });
  assert.ok(isPlain(deal, table));
});

judging.run();
