import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encode } from '../../../../fixtures/statements/encode.ts';
import { dueOf, madeFeeds } from '../../../../fixtures/statements/feeds.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { type CalendarDesk, withCalendarDesk } from '../../calendar/desk.ts';
import { runImport } from '../run-import.ts';

const made = suite('made-up feeds');
const directory = directoryDuring(made);

const feeds = madeFeeds(120);

async function imported(directory: string, format: string, text: string, out: string) {
  const file = join(directory, format);
  writeFileSync(file, encode(text, format === 'forexfactory-xml' ? 'windows-1252' : 'utf-8'));
  return runImport({ format, file, out });
}

for (const { format, text, events, clock, hasActual } of feeds) {
  made(`${format}: every event at its instant, with its figures`, async () => {
    const out = join(directory, `${format}-source`);
    const { code, stderr } = await imported(directory, format, text, out);
    assert.is(code, 0, stderr.join('\n'));
    const [name = ''] = readdirSync(out);
    const rows = parse<Record<string, string>>(readFileSync(join(out, name)), { columns: true });
    assert.equal(
      rows.map((row) => ({ ...row, impact: row.impact?.toLowerCase() })),
      events.map((event) => ({
        time: dueOf(event, clock),
        currency: event.country,
        impact: event.impact.toLowerCase(),
        title: event.title,
        forecast: event.forecast,
        previous: event.previous,
        actual: hasActual ? event.actual : '',
      })),
    );
  });

  made(`${format}: a run of the calendar publishes each, one about all for each of the nine`, () =>
    withCalendarDesk(async (desk: CalendarDesk) => {
      assert.is((await imported(desk.root, format, text, desk.source)).code, 0);
      await desk.run();
      const forAll = events.filter(({ country }) => country === 'All').length;
      assert.ok(forAll > 0);
      assert.is(desk.events().length, events.length + 8 * forAll);
    }),
  );
}

made.run();
