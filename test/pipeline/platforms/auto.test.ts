import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import { encode } from '../../../fixtures/statements/encode.ts';
import { madeExports } from '../../../fixtures/statements/exports.ts';
import { madeFeeds } from '../../../fixtures/statements/feeds.ts';
import { mt5Html, mt5Rows, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { detectImportFormat, importFormats } from '../../../pipeline/platforms/index.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { runImport } from './run-import.ts';

const auto = suite('import auto');
const directory = directoryDuring(auto);

async function detect(bytes: string | Uint8Array): Promise<string> {
  const file = join(directory, 'export');
  writeFileSync(file, bytes);
  return (await detectImportFormat(file)).name;
}

async function refusalOf(bytes: string | Uint8Array): Promise<CommandError> {
  try {
    return assert.unreachable(await detect(bytes)) as never;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error;
  }
}

auto('MT4 statements of every layout, language and encoding', async () => {
  for (const each of madeCases()) assert.is(await detect(bytesOf(each)), 'mt4');
});

auto('MT5 reports, as pages and as workbooks, in words nobody knows', async () => {
  const report = makeReport('auto', { trades: 12 });
  for (const look of [
    {},
    { hasPositions: false },
    { words: { Positions: '持仓', Time: '时间' } },
  ]) {
    const rows = mt5Rows(report, look);
    assert.is(await detect(encode(mt5Html(rows), 'utf-16le')), 'mt5');
    assert.is(await detect(mt5Xlsx(rows)), 'mt5');
  }
});

auto('every format knows an export of its own, and imports rows of it', async () => {
  for (const { name, importFile } of importFormats) {
    const made = madeExports[name];
    if (made === undefined) continue; // test/promises/complete.test.ts names it.
    assert.is(await detect(made()), name);
    // The generated table is a calendar, which has no account.
    const account = name === 'table' ? {} : { accountId: 'MT5:1', currency: 'USD' };
    // Times with an offset and a time zone as well contradict each other.
    const timezone = /^(forexfactory-json|ctrader)$/.test(name) ? null : utc;
    const options = { timezone, ...account };
    const { tables } = await importFile(join(directory, 'export'), options);
    const rows = [...(tables.trades ?? []), ...(tables.calendar_events ?? [])];
    assert.ok(rows.length > 0, name);
  }
});

auto('calendars in each of their forms', async () => {
  for (const { format, text } of madeFeeds(40)) assert.is(await detect(text), format);
});

auto('a beginning cut off inside a character does not change its encoding', async () => {
  const header = 'Symbol,Direction,Closing Time,Entry Price,Closing Price,Quantity,Net EUR,Label\n';
  const row = 'EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00,';
  const text = header + row + 'é'.repeat(600_000);
  assert.is(await detect(text), 'ctrader');
});

auto('an unknown file gets one line with every format and why it does not fit', async () => {
  for (const bytes of ['', 'a,b\n1,2\n', '<p>no</p>', '{"a":[1', Buffer.alloc(4000, 0xd0)]) {
    const { message } = await refusalOf(bytes);
    assert.not.match(message, '\n');
    assert.match(message, /export: not a known format: /);
    for (const { name } of importFormats) assert.match(message, `${name} (`);
  }
});

auto('a zip that is no workbook says so', async () => {
  const { message } = await refusalOf(Buffer.from('PK\u0003\u0004 and nothing'));
  assert.match(message, /export: no export: a zip archive that cannot be opened/);
});

auto('a list of more names than a table has says so', async () => {
  const names = Array.from({ length: 1001 }, (_, at) => [`name${at}`, 1]);
  const { message } = await refusalOf(JSON.stringify([Object.fromEntries(names)]));
  assert.match(message, /export: no export: more than 1000 names$/);
});

auto('the command prints the detected format', async () => {
  const file = join(directory, 'week');
  const [feed] = madeFeeds(5);
  writeFileSync(file, feed?.text ?? '');
  const options = { format: 'auto', file, out: join(directory, 'source') };
  const { code, stdout } = await runImport(options);
  assert.is(code, 0);
  assert.is(
    stdout[0],
    `${file}: detected forexfactory-json, ForexFactory calendar of a week (.json)`,
  );
});

const samples = inPackage('../shared/samples');
if (!existsSync(samples)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  auto('every sample is detected', async () => {
    const named = /^(mt4-usd|mt5-(?!tester)|ctrader-usd|forexfactory)/;
    for (const name of readdirSync(samples).filter((each) => named.test(each))) {
      const { name: format } = await detectImportFormat(join(samples, name));
      assert.match(name.replace('-week.', '-').replace('-week-with-url.', '-'), format);
    }
  });
}

auto.run();
