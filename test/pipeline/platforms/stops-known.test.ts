import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeListedAccount } from '../../../fixtures/statements/history.ts';
import { ctraderList, fxblueList, myfxbookList } from '../../../fixtures/statements/lists.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mt5Html, mt5Rows } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { makeMessages } from '../../../fixtures/statements/openapi.ts';
import { makeAccount } from '../../../fixtures/statements/story.ts';
import { makeAnswers } from '../../../fixtures/statements/tradelocker.ts';
import { importToSource } from '../../../pipeline/commands/import.ts';
import { within } from '../../support/within.ts';
import { withWorld } from '../load/world.ts';
import { shortTableMap } from './short-table.ts';

const listed = makeListedAccount('stops', { trades: 20, isByMinute: true, hasParts: true });
const report = makeReport('stops', { trades: 12 });
const netted = makeReport('stops', { trades: 12, mode: 'Netting' });
const table = (columns: string, cells: string) =>
  `No,Item,Way,Lots,In,Out,From,To,Result${columns}\n1,EURUSD,buy,0.10,1.1,1.2,2024-01-02 10:00,2024-01-03 10:00,100.00${cells}\n`;
const map = (columns: Record<string, string>) =>
  JSON.stringify({
    ...shortTableMap,
    profit: 'net',
    columns: { ...shortTableMap.columns, ticket: 'No', ...columns },
  });

/** Exports of each kind, with whether an empty stop in it means that there was none. */
const exports: readonly (readonly [format: string, text: string, known: boolean, map?: string])[] =
  [
    ['mt4', mt4Statement(makeAccount('stops', { trades: 12 }), { layout: 'detailed' }), true],
    ['mt5', mt5Html(mt5Rows(report, {})), true],
    ['mt5', mt5Html(mt5Rows(netted, { hasPositions: false })), false],
    ['ctrader', ctraderList(listed, 'USD', {}), false],
    ['ctrader', JSON.stringify(makeMessages('stops', { deals: 12 }).messages), false],
    ['tradelocker', JSON.stringify(makeAnswers('stops', { trades: 12 }).answers), true],
    ['myfxbook', myfxbookList(listed, 'USD', {}), true],
    ['fxblue', fxblueList([listed], {}), true],
    ['table', table('', ''), false, map({})],
    ['table', table(',Stop', ','), true, map({ stop_loss: 'Stop' })],
  ];

const stops = suite('a place for stops');
const inWorld = within(stops, withWorld);

inWorld('follows from the format and its columns, not from empty values', async (world) => {
  for (const [at, [format, text, known, columns]] of exports.entries()) {
    const out = join(world.source, `${at}`);
    mkdirSync(out);
    const [file, mapFile] = [join(world.source, '..', `${at}.file`), join(out, '..', 'map.json')];
    writeFileSync(file, text);
    if (columns !== undefined) writeFileSync(mapFile, columns);
    const accountId = format === 'fxblue' ? undefined : `MT5:${at}`;
    const map = columns === undefined ? undefined : mapFile;
    const tz = format === 'ctrader' || format === 'tradelocker' ? undefined : 'UTC';
    const options = { tz, currency: 'USD', platform: 'MT5', accountId, map };
    await importToSource({ format, file, out, ...options });
    await world.load({ sources: [out] });
    const rows = await world.rows(
      'select bool_and(stops_known) as every, bool_or(stops_known) as any_of from trades',
    );
    assert.equal(rows, [{ every: known, any_of: known }], `${at} ${format}`);
    await world.rows('delete from trades');
  }
});

inWorld('is there if a source file has the column, a row of JSON the key', async (world) => {
  const row =
    '"symbol":"EURUSD","side":"buy","volume":1,"open_price":1.1,"close_price":1.2,"opened_at":"2024-01-02T08:00:00Z","closed_at":"2024-01-02T09:00:00Z","profit":1';
  const lines = [
    `{"account_id":"MT5:1","ticket":"without",${row}}`,
    `{"account_id":"MT5:1","ticket":"empty","stop_loss":null,${row}}`,
    `{"account_id":"MT5:1","ticket":"denied","stop_loss":null,"stops_known":false,${row}}`,
    `{"account_id":"MT5:1","ticket":"told","stops_known":true,${row}}`,
  ];
  writeFileSync(join(world.source, 'trades.ndjson'), `${lines.join('\n')}\n`);
  await world.load({ sources: [world.source] });
  assert.equal(await world.rows('select ticket, stops_known as known from trades order by 1'), [
    { ticket: 'denied', known: false },
    { ticket: 'empty', known: true },
    { ticket: 'told', known: true },
    { ticket: 'without', known: false },
  ]);
});

stops.run();
