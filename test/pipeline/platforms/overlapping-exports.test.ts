import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, type Random } from '../../../fixtures/demo/random.ts';
import { type ListedAccount, makeListedAccount } from '../../../fixtures/statements/history.ts';
import {
  ctraderList,
  fxblueList,
  mql5List,
  myfxbookList,
} from '../../../fixtures/statements/lists.ts';
import { mt5Html, mt5Rows } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { importToSource } from '../../../pipeline/commands/import.ts';
import { exportFilesIn } from '../../../pipeline/platforms/source/source-files.ts';
import { directoryDuring } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { runImport } from './run-import.ts';

const overlapping = suite('exports that overlap');
const folder = directoryDuring(overlapping);

/** Times from and until which an export has trades, by their closing. */
interface Period {
  readonly from: number;
  readonly until: number;
}

const traits = { trades: 30, hasParts: true, isByMinute: true };
const within = (account: ListedAccount, { from, until }: Period): ListedAccount => ({
  ...account,
  open: [],
  trades: account.trades.filter(({ closed }) => from <= Number(closed) && Number(closed) <= until),
  bookings: account.bookings.filter(({ at }) => from <= at && at <= until),
});
const listed =
  (write: (account: ListedAccount) => string) =>
  (name: string, period: Period): string =>
    write(within(makeListedAccount(name, traits), period));
/** Gives the ids of deals the name of a column of positions, with the position's ticket. */
function byPosition(account: ListedAccount): string {
  const trades = account.trades.toSorted(
    (before, after) => Number(after.closed) - Number(before.closed),
  );
  const [heading = '', ...rows] = ctraderList(account, 'USD', {}).split('\n');
  const named = rows.map((row, at) => row.replace(/^\d+/, trades[at]?.ticket ?? ''));
  return [heading.replace('ID', 'Position ID'), ...named].join('\n');
}
const lastEnd = Date.UTC(2030, 0);

/** Writes a part of a history, by format. A report always begins with the first deal. */
const formats: Readonly<Record<string, (name: string, period: Period) => string>> = {
  myfxbook: listed((account) => myfxbookList(account, 'USD', {})),
  fxblue: listed((account) => fxblueList([account], {})),
  mql5: listed((account) => mql5List(account, 'orders', {})),
  ctrader: listed(byPosition),
  mt5(name, { until }) {
    const { positions, deals, ...report } = makeReport(name, { trades: 30 });
    const cut = positions
      .filter(({ opened }) => opened <= until)
      .map((position) => {
        const parts = position.parts.filter(({ closed }) => closed <= until);
        const left = position.volume - parts.reduce((sum, { volume }) => sum + volume, 0);
        return { ...position, parts, left };
      });
    const until_ = deals.filter(({ at }) => at <= until);
    return mt5Html(mt5Rows({ ...report, positions: cut, deals: until_ }, {}));
  },
};

const timesOf = (format: string, name: string): number[] =>
  (format === 'mt5'
    ? makeReport(name, { trades: 30 }).deals.map(({ at }) => at)
    : makeListedAccount(name, traits).trades.map(({ closed }) => Number(closed))
  ).toSorted((before, after) => before - after);

/** Imports a file, and with `isLast` compares it with those that were imported before. */
async function importFile(folder: string, format: string, text: string, isLast = true) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'export');
  writeFileSync(file, text);
  const options = { format, file, out: join(folder, 'out'), accountId: 'MT5:1', currency: 'USD' };
  const tz = format === 'ctrader' ? undefined : 'UTC';
  const dates = format === 'myfxbook' ? 'month first' : undefined;
  const answers = { ...options, platform: 'MT5', tz, dates };
  if (!isLast) {
    await importToSource(answers);
    return { code: 0, lines: [] };
  }
  const { code, stdout, stderr } = await runImport(answers);
  return { code, lines: [...stdout, ...stderr] };
}

/** Reads the trades that count: of each ticket the row that loads last. */
function tradesIn(folder: string): string[] {
  const last = new Map<string, string>();
  for (const { table, path } of exportFilesIn(join(folder, 'out'))) {
    if (table !== 'trades') continue;
    for (const row of parse<Record<string, string>>(readFileSync(path), { columns: true })) {
      const { symbol, side, volume, opened_at, closed_at, profit } = row;
      last.set(
        row.ticket ?? '',
        [symbol, side, Number(volume), opened_at, closed_at, Number(profit)].join(' '),
      );
    }
  }
  return [...last.values()].sort();
}

/** Cuts a history into periods that overlap, and that cover it together, in any order. */
function periodsOf(times: readonly number[], random: Random): Period[] {
  const count = random.whole(2, 4);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  const periods = Array.from({ length: count }, (_, nth) => ({
    from: nth === 0 ? 0 : at(Math.max(0, nth / count - random.whole(0, 30) / 100)),
    until: nth === count - 1 ? lastEnd : at((nth + 1) / count),
  }));
  return periods
    .map((period) => ({ period, place: random.whole(0, 1e9) }))
    .sort((before, after) => before.place - after.place)
    .map(({ period }) => period);
}

const rounds = Number(process.env.ROUNDS ?? (isInFull ? 20 : 3));

for (const [format, write] of Object.entries(formats)) {
  overlapping(`of ${format} give the trades of the whole, or say that they don't`, async () => {
    let named = 0;
    for (let round = 0; round < rounds; round++) {
      const name = `${format}-${round}`;
      const whole = join(folder, `${name}-whole`);
      const parts = join(folder, `${name}-parts`);
      await importFile(whole, format, write(name, { from: 0, until: lastEnd }));
      const random = createRandom(name);
      let said: { code: number; lines: string[] } = { code: 0, lines: [] };
      const periods = periodsOf(timesOf(format, name), random);
      for (const [at, period] of periods.entries()) {
        said = await importFile(parts, format, write(name, period), at === periods.length - 1);
      }
      const [expected, found] = [tradesIn(whole), tradesIn(parts)];
      assert.ok(expected.length >= 30);
      if (said.lines.some((line) => /parts of a position|one part of a position/.test(line))) {
        assert.is(said.code, 3);
        named++;
      } else assert.equal(found, expected, `${name}:\n${said.lines.join('\n')}`);
    }
    // Only lists number the parts of a position by what is in the file.
    if (/ctrader|mt5|mql5/.test(format)) assert.is(named, 0);
  });
}

overlapping('name a part that an export without the first part replaces', async () => {
  const heading = 'Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time';
  const part = (close: string, lots: string, profit: string) =>
    `Closed position,7,EURUSD,${lots},Buy,1.1,1.2,2024/01/02 08:00:00,${close},${profit},0,0,${profit},1`;
  const list = (...rows: string[]) =>
    `sep=,\n${heading},Profit,Swap,Commission,Net profit,Account\n${rows.join('\n')}\n`;
  const [first, second] = [
    part('2024/01/02 09:00:00', '0.1', '10.00'),
    part('2024/01/03 09:00:00', '0.2', '20.00'),
  ];
  const at = join(folder, 'replaced');
  assert.is((await importFile(at, 'fxblue', list(first, second))).code, 0);
  const { code, lines } = await importFile(at, 'fxblue', list(second));
  assert.is(code, 3);
  const said = lines.join('\n');
  assert.match(said, 'ticket 7 closes at 2024-01-02T09:00:00.000Z in one export');
  assert.match(
    said,
    'tickets 7 and 7-20240103090000 are one part of a position, named otherwise in two exports',
  );
});

const ctraderPart = (closed: string, net: string, balance: string) =>
  `77,EURUSD,Buy,13/03/2026 08:00:00.000,${closed},1.1,1.11,0.10 Lots,${net},${balance}`;
const ctraderParts = (...rows: string[]) =>
  `Position ID,Symbol,Opening direction,Opening time (UTC+0),Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Net USD,Balance USD\n${rows.join('\n')}\n`;

overlapping('tell parts that closed within one second by milliseconds', async () => {
  const first = ctraderPart('13/03/2026 09:00:00.120', '100.00', '1100.00');
  const second = ctraderPart('13/03/2026 09:00:00.480', '90.00', '1190.00');
  const at = join(folder, 'within-one-second');
  assert.is((await importFile(at, 'ctrader', ctraderParts(first, second))).code, 0);
  const { lines } = await importFile(at, 'ctrader', ctraderParts(second));
  assert.is(tradesIn(at).length, 2);
  assert.not.match(lines.join('\n'), 'replaces it');
});

overlapping('keep parts that closed at one instant, and name one that is lost', async () => {
  const first = ctraderPart('13/03/2026 09:00:00.000', '100.00', '1100.00');
  const second = ctraderPart('13/03/2026 09:00:00.000', '90.00', '1190.00');
  const at = join(folder, 'at-one-instant');
  const whole = await importFile(at, 'ctrader', ctraderParts(first, second));
  assert.is(tradesIn(at).length, 2);
  assert.match(whole.lines.join('\n'), '2 rows read: 2 trades');
  const { code, lines } = await importFile(at, 'ctrader', ctraderParts(second));
  assert.is(code, 3);
  assert.match(lines.join('\n'), /parts of a position|prints other figures/);
});

overlapping.run();
