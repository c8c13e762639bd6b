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

async function run(directory: string, format: string, content: string | Buffer) {
  const file = join(directory, 'this week');
  writeFileSync(file, content);
  const out = join(directory, 'source');
  const { code, stderr } = await runImport({ format: `forexfactory-${format}`, file, out });
  return { code, stderr };
}

const event = {
  title: 'CPI m/m',
  country: 'USD',
  date: '2024-07-11T08:30:00-04:00',
  impact: 'High',
  forecast: '0.1%',
  previous: '0.0%',
};

const refused: [format: string, content: string, reason: string][] = [
  ['json', '['.repeat(100_000), 'more than 16 brackets are open at once'],
  ['json', `[${'{},'.repeat(300_000)}{}]`, 'it lists more than 200000 entries'],
  [
    'xml',
    `<weeklyevents>${'<a>\n'.repeat(100_000)}</weeklyevents>`,
    'line 512: more than 512 elements are open at once',
  ],
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
  const unknown = Array.from({ length: 100 }, (_, at) => ({ ...event, country: `X${at}` }));
  const { stderr } = await run(directory, 'json', JSON.stringify([event, ...unknown]));
  assert.is(stderr.length, 21);
  assert.match(stderr[20] ?? '', /: 80 more reasons why events are left out$/);
});

forexfactory.run();
