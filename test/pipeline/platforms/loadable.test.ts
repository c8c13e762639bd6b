import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, type Random } from '../../../fixtures/demo/random.ts';
import { madeFeeds } from '../../../fixtures/statements/feeds.ts';
import { makeListedAccount } from '../../../fixtures/statements/history.ts';
import {
  ctraderList,
  fxblueList,
  mql5List,
  myfxbookList,
} from '../../../fixtures/statements/lists.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mt5Html, mt5Rows, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { mutate, mutationNames } from '../../../fixtures/statements/mutate.ts';
import { listMutations, mutateList } from '../../../fixtures/statements/mutate-list.ts';
import { mutateRows, rowMutations } from '../../../fixtures/statements/mutate-rows.ts';
import { makeMessages } from '../../../fixtures/statements/openapi.ts';
import { makeAccount } from '../../../fixtures/statements/story.ts';
import { makeAnswers } from '../../../fixtures/statements/tradelocker.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { importToSource } from '../../../pipeline/commands/import.ts';
import { importFormats } from '../../../pipeline/platforms/index.ts';
import { isInFull } from '../../support/in-full.ts';
import { inWorld } from '../load/world.ts';
import { mutateJson } from './mutate-json.ts';
import { shortTableMap } from './short-table.ts';

// FC_SEED=7 gives other damages, MUTATIONS=1000 more of them.
const seed = Number(process.env.FC_SEED ?? 1);
const numRuns = Number(process.env.MUTATIONS ?? (isInFull ? 1000 : 6));

/** Damages that readers do not notice, mostly to times. */
const wrongTimes = (text: string, random: Random): string => {
  const years = [...text.matchAll(/\b20[12]\d(?=[.\-/ ,])|(?<=[/. ])20[12]\d\b/g)];
  if (years.length === 0) return text;
  const { 0: year, index } = random.pick(years);
  const wrong = random.pick(['1985', '2150', `${Number(year) - 1}`, `${Number(year) + 1}`]);
  return text.slice(0, index) + wrong + text.slice(index + 4);
};

const damagedText =
  (
    text: string,
    change: (text: string, name: string, random: Random) => string,
    names: readonly string[],
  ) =>
  (random: Random) =>
    random.chance(0.5) ? wrongTimes(text, random) : change(text, random.pick(names), random);
const damagedList = (text: string) => damagedText(text, mutateList, listMutations);
const damagedPage = (text: string) => damagedText(text, mutate, mutationNames);
const damagedJson = (value: unknown) =>
  damagedText(JSON.stringify(value), (text, _, random) => mutateJson(text, random), ['']);

const listed = makeListedAccount('loadable', { trades: 20, isByMinute: true, hasParts: true });
const statement = makeAccount('loadable', { trades: 12, isEventful: true, positions: 2 });
const report = makeReport('loadable', { trades: 12 });
const netted = makeReport('loadable', { trades: 12, mode: 'Netting' });
const table = [
  'No,Item,Way,Lots,In,Out,From,To,Result',
  '1,EURUSD,buy,0.10,1.1,1.2,2024-01-02 10:00,2024-01-03 10:00,100.00',
  '2,EURUSD,sell,0.20,1.2,1.1,2024-01-04 10:00,2024-01-05 10:00,200.00',
  '',
].join('\n');
const tableMap = JSON.stringify({
  ...shortTableMap,
  profit: 'net',
  columns: { ...shortTableMap.columns, ticket: 'No' },
});

type Bytes = string | Uint8Array;

/** Makes a file of each format, damaged in one place. */
const damaged: Readonly<Record<string, (random: Random) => Bytes>> = {
  mt4: damagedPage(mt4Statement(statement, { layout: 'detailed' })),
  mt5: damagedPage(mt5Html(mt5Rows(report, {}))),
  'mt5, a workbook': (random) =>
    mt5Xlsx(mutateRows(mt5Rows(report, {}), random.pick(rowMutations), random)),
  'mt5, deals alone': damagedPage(mt5Html(mt5Rows(netted, { hasPositions: false }))),
  ctrader: damagedList(ctraderList(listed, 'USD', {})),
  'ctrader, messages': damagedJson(makeMessages('loadable', { deals: 12 }).messages),
  tradelocker: damagedJson(makeAnswers('loadable', { trades: 12 }).answers),
  myfxbook: damagedList(myfxbookList(listed, 'USD', {})),
  fxblue: damagedList(fxblueList([listed, makeListedAccount('second', { trades: 5 })], {})),
  mql5: damagedList(mql5List(listed, 'orders', {})),
  table: damagedList(table),
  ...Object.fromEntries(madeFeeds(20).map(({ format, text }) => [format, damagedList(text)])),
};

const loadable = suite('imports write rows that load');

loadable('a file of every format is looked at', () => {
  const looked = new Set(Object.keys(damaged).map((name) => name.split(',')[0]));
  assert.equal(
    importFormats.map(({ name }) => name).filter((name) => !looked.has(name)),
    [],
  );
});

/** Imports a file into its own source. Returns the messages, or null if nothing was written. */
async function imported(format: string, bytes: Bytes, out: string) {
  mkdirSync(out);
  const [file, map] = [join(out, '..', 'export'), join(out, '..', 'map.json')];
  writeFileSync(file, bytes);
  writeFileSync(map, tableMap);
  const isCalendar = format.startsWith('forexfactory');
  const of = isCalendar ? {} : { tz: 'UTC', currency: 'USD', platform: 'MT5' };
  const id = isCalendar || format === 'fxblue' ? undefined : 'MT5:1';
  const options = { ...of, accountId: id, map: format === 'table' ? map : undefined };
  try {
    return (await importToSource({ format, file, out, ...options })).warnings.map(inEnglish);
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

loadable(
  'whatever is damaged, load refuses nothing that was written',
  inWorld(async (world) => {
    const written: string[] = [];
    const formats = new Set<string>();
    for (const [at, [name, make]] of Object.entries(damaged).entries()) {
      const [format = ''] = name.split(',');
      for (const number of fc.sample(fc.nat(), { numRuns, seed })) {
        // The name of a refused file tells the format.
        const out = join(world.source, `${at}-${format}-${number}`);
        if (existsSync(out)) continue;
        const bytes = make(createRandom(`loadable ${name} ${number}`));
        if ((await imported(format, bytes, out)) === null) continue;
        written.push(out);
        formats.add(name);
      }
    }
    const { failures } = await world.load({ sources: written });
    assert.equal(failures, []);
    assert.equal(await world.rows('select file, line, reason from rejects order by all'), []);
    assert.ok(formats.size > 10, `${[...formats]}`);
  }),
);

loadable(
  'a trade that closes before it opens is told, and the others are written',
  inWorld(async (world) => {
    const page = mt5Html(mt5Rows(report, {}));
    // The row of a position begins with its opening time. The rest is unchanged.
    const late = page.replace(/<td>2024(?=[^<]*<\/td>\s*<td>\d+<\/td>)/, '<td>2025');
    const lateImport = await imported('mt5', late, join(world.source, 'out'));
    assert.match(
      lateImport?.join('\n') ?? '',
      /^not imported: trades, ticket `\d+`: closed_at .* is before opened_at/m,
    );
    await world.load({ sources: [join(world.source, 'out')] });
    const whole = report.positions.reduce((sum, { parts }) => sum + parts.length, 0);
    assert.equal(await world.rows('select count(*) as n from trades'), [{ n: `${whole - 1}` }]);
  }),
);

loadable.run();
