import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import {
  columnIndexes,
  numbered,
  readMap,
} from '../../../../pipeline/platforms/source/table-map.ts';
import { directoryDuring } from '../../../support/directory.ts';

const maps = suite('maps of tables');
const file = join(directoryDuring(maps), 'map.json');

const columns = {
  symbol: 'What',
  side: 'Way',
  volume: 'Lots',
  open_price: 'In',
  close_price: 'Out',
  opened_at: 'From',
  closed_at: 'To',
  profit: 'Result',
};
const trades = { holds: 'trades', columns, profit: 'net', platform: 'MT4', dates: 'month first' };
const calendar = {
  holds: 'calendar',
  zone: 'NY+7',
  places: 6,
  unset: '-',
  words: { hoch: 'high' },
  columns: { time: 'When', currency: 'Of', impact: 'Weight', title: 'What' },
};

/** Reads a map. Returns the line that says what is wrong with it, or `it was read`. */
async function refusalOf(map: unknown): Promise<string> {
  writeFileSync(file, typeof map === 'string' ? map : JSON.stringify(map));
  try {
    await readMap(file);
    return 'it was read';
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.equal([error.exitCode, error.message.includes('\n')], [2, false]);
    return error.message.replace(`--map ${file}: `, '');
  }
}

maps('are read with what they say, and their defaults', async () => {
  writeFileSync(file, JSON.stringify(trades));
  assert.equal(await readMap(file), { ...trades, words: {} });
  writeFileSync(file, JSON.stringify({ holds: 'trades', columns }));
  const plain = { holds: 'trades', columns, words: {}, profit: 'gross' };
  assert.equal(await readMap(file), plain);
  writeFileSync(file, JSON.stringify(calendar));
  assert.equal(await readMap(file), calendar);
});

const mistakes: [map: unknown, reason: RegExp][] = [
  [{ ...trades, profit: 'Net' }, /^`profit` is neither `gross` nor `net`$/],
  [{ ...trades, profit: null }, /^`profit` is neither/],
  [{ ...trades, platform: 'mt4' }, /^`platform` is not one of MT4, MT5/],
  [
    { ...trades, date: 'month first' },
    /^`date` is not one of holds, columns, dates, words, profit/,
  ],
  [{ ...trades, zone: 'NY+7' }, /^`zone` is not one of/],
  [{ ...trades, dates: 'US' }, /^`dates` is not one of month first, day first, year first$/],
  [{ ...trades, words: { Kauf: 1 } }, /^`columns` and `words` give a text for each name$/],
  [{ ...trades, columns: { ...columns, profit: null } }, /^`columns` and `words` give a text/],
  [{ ...trades, columns: [] }, /^`columns` and `words` give a text for each name$/],
  ['{"holds":"trades","columns":{"__proto__":"x"}}', /^columns: `__proto__` is not one of/],
  ['{"holds":"trades","columns":{},"__proto__":{}}', /^`__proto__` is not one of/],
  [{ ...calendar, places: '6' }, /^`places` is not a whole number from 0 to 12$/],
  [{ ...calendar, places: 1e300 }, /^`places` is not a whole number from 0 to 12$/],
  [{ ...calendar, places: true }, /^`places` is not a whole number/],
  [{ ...calendar, unset: {} }, /^`unset` is not text$/],
  [{ ...calendar, zone: 7 }, /^`zone` is not text$/],
  [{ ...calendar, columns: { title: 'What' } }, /^columns: no column for time, currency, impact$/],
  [[trades], /^is not a JSON object$/],
  [{ ...trades, 'a\r\u2028b': 1 }, /^`a {2}b` is not one of/],
  [{ ...trades, columns: { ...columns, 'a\u0000\nb': '' } }, /^columns: `a {2}b` is not one of/],
  ['null', /^is not a JSON object$/],
  ['', /^is not JSON: /],
];

for (const [map, reason] of mistakes) {
  maps(`are refused where one is ${JSON.stringify(map)}`.slice(0, 120), async () => {
    assert.match(await refusalOf(map), reason);
  });
}

maps('that are damaged anywhere are read or refused in one line', async () => {
  const text = JSON.stringify(trades);
  const odd = fc.oneof(
    fc.constantFrom('"', '{', '}', '[', ',', '\\', 'null', '1e999', '\u0000', '\ufeff'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), fc.nat(4), odd, async (at, length, inserted) => {
      const refusal = await refusalOf(text.slice(0, at) + inserted + text.slice(at + length));
      if (refusal === 'it was read') read += 1;
      else assert.match(refusal, /^.{10,700}$/);
    }),
    { numRuns: 400 },
  );
  assert.ok(read < 350, `${read} were read`);
});

maps('find each column once, whatever the headings are and however often they come', () => {
  const headings = fc.array(fc.constantFrom('Price', 'Time', '', 'price', 'Price#2', '__proto__'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(headings, (texts) => {
      const names = numbered(texts);
      assert.is(names.length, texts.length);
      const second = texts.indexOf('Price', texts.indexOf('Price') + 1);
      const found = columnIndexes({ open_price: 'Price', close_price: 'Price#2' }, texts);
      if (found === undefined) return;
      assert.is(found.places.get('open_price'), texts.indexOf('Price'));
      const close = found.places.get('close_price') ?? -1;
      assert.ok(close === second || texts[close] === 'Price#2', texts.join());
      assert.equal(found.columns, texts);
    }),
  );
});

maps.run();
