import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inertText } from '../../../pipeline/base/inert-text.ts';
import { csvColumns, toCsv } from '../../../server/calendar/answer.ts';
import { eventAt, events, path, withDesk } from './world.ts';

const csv = suite('calendar as csv');

csv('is the header, one line an event, the title last and quoted only where it must be', () => {
  const lines = toCsv([
    eventAt(0, { title: 'Plain title' }),
    eventAt(60, { title: 'CPI, y/y', currency: 'EUR', impact: 'low', actual: '$1.2M' }),
    eventAt(120, { title: 'The "Fed"', forecast: '', previous: '' }),
  ]);
  assert.is(
    lines,
    [
      'ts,time,currency,impact,forecast,previous,actual,title',
      '1772452800,2026-03-02T12:00:00Z,USD,high,0.3%,-0.1%,,Plain title',
      '1772452860,2026-03-02T12:01:00Z,EUR,low,0.3%,-0.1%,$1.2M,"CPI, y/y"',
      '1772452920,2026-03-02T12:02:00Z,USD,high,,,,"The ""Fed"""',
      '',
    ].join('\r\n'),
  );
  for (const end of ['\r', '\n', '\r\n']) {
    assert.ok(
      toCsv([eventAt(0, { title: `a${end}b` })]).endsWith(`,"a${end}b"\r\n`),
      'RFC 4180 2.6',
    );
  }
  assert.is(toCsv([]), 'ts,time,currency,impact,forecast,previous,actual,title\r\n');
});

csv('marks texts that a spreadsheet would run as formulas', () => {
  const event = { title: '\u00a0=1+1', forecast: '-0.3%', previous: '\u200b=1', actual: '=1' };
  const [, line] = toCsv([eventAt(0, event)]).split('\r\n');
  assert.is(line, "1772452800,2026-03-02T12:00:00Z,USD,high,-0.3%,'\u200b=1,'=1,'\u00a0=1+1");
});

const title = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(',', '"', '\r', '\n', '\r\n', ' ', ';', '\t', 'é', '日', '😀', "'"))
    .map((parts) => parts.join('')),
);
const event = fc
  .record({ seconds: fc.integer({ min: -86_400, max: 86_400 }), title })
  .map(({ seconds, title }) => eventAt(seconds, { title: Buffer.from(title).toString() }));

csv('reads back as the events it was made of, whatever a title holds', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const text = toCsv(events);
      const rows = parse(text, { columns: true, record_delimiter: '\r\n', bom: false });
      assert.equal(
        rows,
        events.map((item) => {
          const event = { ...item, title: inertText(item.title) };
          return Object.fromEntries(csvColumns.map((name) => [name, String(event[name])]));
        }),
      );
      assert.ok(text.endsWith('\r\n'));
    }),
    { numRuns: 500 },
  );
});

csv('holds the events of the JSON', async () => {
  await withDesk(async ({ app }) => {
    for (const query of ['impact=all', 'days=30', 'currency=EUR,GBP&impact=all', 'currency=AUD']) {
      const json = (await app.inject(`${path}?${query}`)).json();
      const response = await app.inject(`${path}?${query}&format=csv`);
      assert.is(response.headers['content-type'], 'text/csv; charset=utf-8; header=present');
      const rows = parse(response.body, {
        columns: true,
        cast: (value, { column }) => (column === 'ts' ? Number(value) : value),
      });
      assert.is(rows.length, json.count);
      assert.equal(rows, json.events);
    }
    assert.is(events.length, 5);
  });
});

csv.run();
