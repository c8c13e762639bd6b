import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { findImportFormat } from '../../../../pipeline/platforms/index.ts';
import { inWords } from '../in-words.ts';

const samples = inPackage('../shared/samples');

// Counted in the files by `grep -c`. First figure: "title", <event>, or lines without the header.
// Second: 'oliday'. Third: the currency All.
const counted = [
  ['json', 'forexfactory-week.json', 100, 0, 0],
  ['xml', 'forexfactory-week.xml', 91, 4, 0],
  ['csv', 'forexfactory-week.csv', 94, 4, 0],
  ['csv', 'forexfactory-week-with-url.csv', 88, 1, 0],
  ['history', 'forexfactory-history.csv', 3850, 107, 51],
] as const;

const feeds = suite('import forexfactory samples');
if (!existsSync(samples)) console.log('skipped: no sample feeds next to the project');

async function rowsOf(format: string, sample: string) {
  const found = findImportFormat(`forexfactory-${format}`);
  if (found.holds !== 'calendar') throw new Error(`${format} holds no calendar`);
  const { tables, warnings } = inWords(
    await found.importFile(join(samples, sample), { timezone: null }),
  );
  return { rows: tables.calendar_events ?? [], warnings };
}

if (existsSync(samples)) {
  for (const [format, sample, events, holidays, all] of counted) {
    feeds(`${sample}: every event, each on its own`, async () => {
      const { rows, warnings } = await rowsOf(format, sample);
      const isHoliday = ({ impact }: { impact: string }) => impact.toLowerCase() === 'holiday';
      assert.equal([rows.length, rows.filter(isHoliday).length, warnings], [events, holidays, []]);
      assert.is(rows.filter(({ currency }) => currency === 'All').length, all);
      const keys = rows.map(({ time, currency, title }) => `${time} ${currency} ${title}`);
      assert.is(new Set(keys).size, events);
      assert.ok(rows.filter(isHoliday).every(({ time }) => time.endsWith('T00:00:00Z')));
    });
  }

  // 84 of the 94 have the same time in both. The others were rescheduled or renamed.
  feeds('a week read as UTC is the history read on New York’s clock', async () => {
    const history = await rowsOf('history', 'forexfactory-history.csv');
    const known = new Set(
      history.rows.map(({ time, currency, title }) => `${time} ${currency} ${title}`),
    );
    const week = await rowsOf('csv', 'forexfactory-week.csv');
    const same = week.rows.filter(({ time, currency, title }) =>
      known.has(`${time} ${currency} ${title}`),
    );
    assert.ok(same.length >= 84, `${same.length} of ${week.rows.length}`);
  });

  feeds('an instant of the JSON is the one that its offset says', async () => {
    const { rows } = await rowsOf('json', 'forexfactory-week.json');
    const text = readFileSync(join(samples, 'forexfactory-week.json'), 'utf8');
    assert.match(
      text,
      '"BusinessNZ Services Index","country":"NZD","date":"2026-08-16T18:30:00-04:00"',
    );
    assert.equal(
      [rows[0]?.title, rows[0]?.time],
      ['BusinessNZ Services Index', '2026-08-16T22:30:00Z'],
    );
  });
}

feeds.run();
