import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDirectory } from '../../../support/directory.ts';
import { within } from '../../../support/within.ts';
import { refusal } from '../../registry/world.ts';
import { runImport } from '../run-import.ts';

const forexfactory = suite('import forexfactory');
const inDirectory = within(forexfactory, withDirectory);

async function run(directory: string, format: string, content: string | Buffer, tz?: string) {
  const file = join(directory, 'this week');
  writeFileSync(file, content);
  const out = join(directory, 'source');
  const { code, stderr } = await runImport({ format: `forexfactory-${format}`, file, out, tz });
  return { code, stderr };
}

const json = (...events: readonly object[]): string =>
  JSON.stringify(
    events.map((event) => ({
      title: 'CPI m/m',
      country: 'USD',
      date: '2024-07-11T08:30:00-04:00',
      impact: 'High',
      forecast: '0.1%',
      previous: '0.0%',
      ...event,
    })),
  ).replaceAll('/', '\\/');

const xml = (events: string): string =>
  `<?xml version="1.0" encoding="windows-1252"?>\n<weeklyevents>${events}</weeklyevents>\n`;

const xmlEvent = (country: string, date: string, time: string, impact = 'Low', title = 'T') =>
  `<event><title>${title}</title><country>${country}</country><date><![CDATA[${date}]]></date>
   <time><![CDATA[${time}]]></time><impact><![CDATA[${impact}]]></impact><forecast />
   <previous><![CDATA[0.7%]]></previous><url><![CDATA[https://example.org/]]></url></event>`;

const refused: [format: string, content: string, reason: string][] = [
  ['json', '['.repeat(100_000), 'more than 16 brackets are open at once'],
  ['json', `[${'{},'.repeat(300_000)}{}]`, 'it lists more than 200000 entries'],
  ['xml', xml('<a>\n'.repeat(100_000)), 'line 513: more than 512 elements are open at once'],
  ['csv', ' '.repeat(3_000_000), 'no column `title`, `country`, `date`, `time`, `impact`'],
  ['csv', `Title,Country,Date,Time,Impact\n${' '.repeat(100_000)}`, 'Max Record Size'],
  ['csv', ','.repeat(100_000), 'its first line is not a row of column names'],
];

for (const [format, content, reason] of refused) {
  const shown = content.length > 60 ? `${content.slice(0, 60)}…` : content;
  inDirectory(`refuses ${format} ${JSON.stringify(shown)}, saying why`, async (directory) => {
    const error = await refusal(run(directory, format, content));
    assert.is(error.exitCode, 1);
    assert.match(error.message, /this week: no ForexFactory calendar [^\n]*, or not all of one: /);
    assert.ok(error.message.includes(reason), error.message);
    assert.equal(readdirSync(directory), ['this week']);
  });
}

inDirectory('reads no more of a file than the longest feed has', async (directory) => {
  const error = await refusal(run(directory, 'csv', Buffer.alloc(33 * 1024 * 1024, ' ')));
  assert.match(error.message, /or not all of one: it is larger than 32 MiB$/);
});

inDirectory('names the first of many reasons why events are left out', async (directory) => {
  const events = Array.from({ length: 100 }, (_, at) => ({ country: `X${at}` }));
  const { stderr } = await run(directory, 'json', json({}, ...events));
  assert.is(stderr.length, 21);
  assert.match(stderr[20] ?? '', /: 80 more reasons why events are left out$/);
});

inDirectory('a zone that is not needed is refused', async (directory) => {
  const error = await refusal(run(directory, 'json', json({}), 'UTC'));
  assert.is(error.exitCode, 2);
  assert.match(error.message, /leave --tz out/);
});

inDirectory(
  'a calendar read on a wrong clock is named by hours that are known',
  async (directory) => {
    const events = (hour: string) =>
      xml(
        xmlEvent('USD', '03-11-2026', hour, 'High', 'CPI m/m') +
          xmlEvent('USD', '03-12-2026', hour, 'High', 'Unemployment Claims') +
          xmlEvent('EUR', '03-12-2026', '2:15pm', 'High', 'Main Refinancing Rate'),
      );
    const utc = await run(directory, 'xml', events('12:30pm'));
    assert.equal([utc.code, utc.stderr], [0, []]);
    const local = await run(directory, 'xml', events('8:30am'));
    assert.is(local.code, 3);
    assert.equal(local.stderr, [
      `${join(directory, 'this week')}: the time zone is wrong: with it, \`CPI m/m\` of 2026-03-11 comes at 04:30 in New York, where it is published at 08:30; give the right one with --tz`,
    ]);
    const { code, stderr } = await run(directory, 'xml', events('8:30am'), 'America/New_York');
    assert.equal([code, stderr], [0, []]);
  },
);

forexfactory.run();
