import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { importCommand } from '../../../../pipeline/commands/import.ts';
import { refusal } from '../../registry/world.ts';

const forexfactory = suite<{ directory: string }>('import forexfactory');

forexfactory.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-feed-'));
});
forexfactory.after.each(({ directory }) => rmSync(directory, { recursive: true }));

async function run(directory: string, format: string, content: string | Buffer, tz?: string) {
  const file = join(directory, 'this week');
  writeFileSync(file, content);
  const out = join(directory, 'source');
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await importCommand(
    {},
    { format: `forexfactory-${format}`, file, out, tz },
    { stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) },
  );
  const [name = ''] = readdirSync(out);
  const [, ...lines] = readFileSync(join(out, name), 'utf8').trim().split('\n');
  return { code, stdout, stderr, name, lines };
}

const weekColumns = 'Title,Country,Date,Time,Impact,Forecast,Previous\n';
const historyColumns = 'year,day,time,impact,cur,text,actual,forecast,previous\n';

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

forexfactory(
  'JSON: times by their offset, the file named after the feed',
  async ({ directory }) => {
    const { code, stdout, stderr, name, lines } = await run(
      directory,
      'json',
      json({}, { date: '2024-12-11T08:30:00-05:00', country: 'All', actual: '0.3%' }),
    );
    assert.equal([code, stderr, name], [0, [], 'calendar_events-this_20week.csv']);
    assert.is(stdout[1], '2 rows read: 2 events');
    assert.equal(lines, [
      '2024-07-11T12:30:00Z,USD,High,CPI m/m,0.1%,0.0%,',
      '2024-12-11T13:30:00Z,All,High,CPI m/m,0.1%,0.0%,0.3%',
    ]);
  },
);

forexfactory('what cannot be placed is left out, counted and named', async ({ directory }) => {
  const { code, stdout, stderr, lines } = await run(
    directory,
    'json',
    json(
      {},
      { date: '', title: 'Speech' },
      { date: '2024-07-11', title: 'Vote' },
      { country: 'SEK' },
      { impact: 'Non-Economic' },
      { title: ' ' },
    ),
  );
  const file = join(directory, 'this week');
  assert.is(code, 3);
  assert.is(lines.length, 1);
  assert.is(stdout[1], '6 rows read: 1 event, 5 refused');
  assert.equal(stderr, [
    `${file}: 2 events without a date left out: Speech and others`,
    `${file}: 1 event of currency "SEK" left out: CPI m/m`,
    `${file}: 1 event of impact "Non-Economic" left out: CPI m/m`,
    `${file}: 1 event without a title left out: `,
  ]);
});

forexfactory('XML: UTC, twelve hours, windows-1252, CDATA and entities', async ({ directory }) => {
  const events = [
    xmlEvent('AUD', '05-05-2025', '1:00am'),
    xmlEvent('CHF', '05-05-2025', '12:30pm', 'High'),
    xmlEvent('EUR', '05-05-2025', '12:00am', 'Medium', 'Caf\u00e9 &amp; Cr\u00e8me \u2019s'),
  ].join('');
  const bytes = Buffer.from(xml(events).replace('\u2019', '\x92'), 'latin1');
  const { lines } = await run(directory, 'xml', bytes);
  assert.equal(lines, [
    '2025-05-05T01:00:00Z,AUD,Low,T,,0.7%,',
    '2025-05-05T12:30:00Z,CHF,High,T,,0.7%,',
    '2025-05-05T00:00:00Z,EUR,Medium,Caf\u00e9 & Cr\u00e8me \u2019s,,0.7%,',
  ]);
});

// Children's Day is 5 May 2025 in Japan, Labour Day 24 October 2022 in New Zealand, the early May
// holiday 5 May 2025 in Britain. By UTC each begins on the same date or on another.
forexfactory('a holiday is 00:00Z of its date where it is kept', async ({ directory }) => {
  const { lines } = await run(
    directory,
    'xml',
    xml(
      xmlEvent('JPY', '05-04-2025', '11:00pm', 'Holiday') +
        xmlEvent('NZD', '10-23-2022', '9:00pm', 'Holiday') +
        xmlEvent('GBP', '05-05-2025', '7:00am', 'Holiday'),
    ),
  );
  assert.equal(
    lines.map((line) => line.slice(0, 24)),
    ['2025-05-05T00:00:00Z,JPY', '2022-10-24T00:00:00Z,NZD', '2025-05-05T00:00:00Z,GBP'],
  );
});

// Anzac Day 25 April, Emperor's Birthday 23 February, Good Friday 15 April, Independence Day 4
// July.
forexfactory(
  'an all-day holiday on another clock is the date of its morning',
  async ({ directory }) => {
    const { lines, stderr } = await run(
      directory,
      'history',
      [
        'year,day,time,impact,cur,text,actual,forecast,previous',
        '2022,Apr 24,All Day,holiday,AUD,Anzac,,,',
        '2022,Apr 24,All Day,holiday,NZD,Anzac,,,',
        '2022,Feb 22,All Day,holiday,JPY,Birthday,,,',
        '2022,Apr 15,All Day,holiday,CHF,Friday,,,',
        '2022,Jul 4,All Day,holiday,USD,Fourth,,,',
        '2022,Jun 29,All Day,high,All,OPEC,,,',
        '2022,Jun 29,17th June,low,USD,Oil,1.0M,,',
        '2022,Jun 29,Tentative,low,USD,Oil,,,\n',
      ].join('\n'),
    );
    assert.equal(
      lines.map((line) =>
        line
          .split(',')
          .filter((_, at) => [0, 1, 3].includes(at))
          .join(' '),
      ),
      [
        '2022-04-25T00:00:00Z AUD Anzac',
        '2022-04-25T00:00:00Z NZD Anzac',
        '2022-02-23T00:00:00Z JPY Birthday',
        '2022-04-15T00:00:00Z CHF Friday',
        '2022-07-04T00:00:00Z USD Fourth',
        '2022-06-29T00:00:00Z All OPEC',
        '2022-06-29T00:00:00Z USD Oil (17th June)',
        '2022-06-29T00:00:00Z USD Oil',
      ],
    );
    assert.equal(stderr, ['8 events without a time placed at 00:00Z of the day']);
  },
);

// New York changed its clocks on 13 March 2022, London on 27 March.
forexfactory(
  "history: New York's clock in winter and summer, or the one given",
  async ({ directory }) => {
    const history = [
      'year,day,time,impact,cur,text,actual,forecast,previous',
      '2022,Mar 11,8:30am,high,USD,A,1,2,3',
      '2022,Mar 14,8:30am,high,USD,B,1,2,3',
      '2022,Mar 13,2:30am,high,USD,C,1,2,3',
    ].join('\n');
    const times = (lines: readonly string[]) => lines.map((line) => line.slice(0, 20));
    assert.equal(times((await run(directory, 'history', history)).lines), [
      '2022-03-11T13:30:00Z',
      '2022-03-14T12:30:00Z',
      '2022-03-13T07:30:00Z',
    ]);
    assert.equal(times((await run(directory, 'history', history, 'Europe/London')).lines), [
      '2022-03-11T08:30:00Z',
      '2022-03-14T08:30:00Z',
      '2022-03-13T02:30:00Z',
    ]);
  },
);

forexfactory('weekly CSV: quotes, CRLF, with and without links', async ({ directory }) => {
  const { lines } = await run(
    directory,
    'csv',
    'Title,Country,Date,Time,Impact,Forecast,Previous,URL\r\n' +
      '"Speech, ""live""",USD,10-24-2022,1:45pm,High,"1,200K",,https://example.org/\r\n',
  );
  assert.equal(lines, ['2022-10-24T13:45:00Z,USD,High,"Speech, ""live""","1,200K",,']);
  const older = await run(
    directory,
    'csv',
    `${weekColumns}A,USD,10-24-2022,25:00,High,,\nB,USD,02-30-2022,1:00am,High,,\nC,USD,10-24-2022,1:00am,High,,\n`,
  );
  assert.equal(older.lines, ['2022-10-24T01:00:00Z,USD,High,C,,,']);
  assert.match(older.stderr[0] ?? '', /2 events without a date left out: A and others/);
});

forexfactory('"all currencies" is recognised in any letter case', async ({ directory }) => {
  const day = '10-24-2022';
  const row = (country: string) => `OPEC,${country},${day},1:00am,Low,,`;
  const feeds: [format: string, content: string][] = [
    ['json', json({ country: 'ALL' }, { country: 'all', title: 'B' })],
    ['xml', xml(xmlEvent('ALL', day, '1:00am') + xmlEvent('all', day, '2:00am'))],
    [
      'xml',
      xml(xmlEvent('ALL', day, '1:00am') + xmlEvent('all', day, '2:00am')).replaceAll(
        'weekly',
        'monthly',
      ),
    ],
    ['csv', `${weekColumns}${row('ALL')}\n${row('aLl')}\n`],
    [
      'history',
      `${historyColumns}2022,Oct 24,1:00am,low,ALL,A,,,\n2022,Oct 24,1:00am,low,all,B,,,\n`,
    ],
  ];
  for (const [format, content] of feeds) {
    const { code, lines } = await run(directory, format, content);
    assert.equal([code, lines.map((line) => line.split(',')[1])], [0, ['All', 'All']]);
  }
});

const whole = xml(xmlEvent('AUD', '05-05-2025', '1:00am'));
const refused: [format: string, content: string, reason: string][] = [
  [
    'json',
    '<html>429 Too Many Requests</html>',
    'it is not JSON: line 1, column 1: a value is expected, not "<"',
  ],
  [
    'json',
    '[\n  {"title":',
    'it is not JSON: line 2, column 12: it ends too early: a value is missing',
  ],
  ['json', '[\n  1,\n]', 'it is not JSON: line 3, column 1: remove the comma before ]'],
  ['json', '[]', 'it lists no event'],
  ['json', '{"events":[]}', 'it is not a list of events'],
  ['json', '[1]', 'event 1 is not an object'],
  ['json', '[{"title":"A","country":"USD"}]', 'no field of event 1, `date`'],
  [
    'json',
    json({ date: '' }),
    'none of 1 events is complete: 1 event without a date left out: CPI m/m',
  ],
  ['json', '['.repeat(100_000), 'more than 16 brackets are open at once'],
  ['json', `[${'{},'.repeat(300_000)}{}]`, 'it lists more than 200000 entries'],
  ['xml', whole.slice(0, -20), 'it does not end with </weeklyevents>'],
  ['xml', '<html></html>', 'no <weeklyevents>'],
  ['xml', xml(''), 'it lists no event'],
  ['xml', whole.replaceAll('country>', 'currency>'), 'no element `country`'],
  [
    'xml',
    whole.replaceAll('date>', 'day>').replaceAll('time>', 'hour>'),
    'no element `date`, `time`',
  ],
  ['xml', xml('<a>\n'.repeat(100_000)), 'line 513: more than 512 elements are open at once'],
  ['csv', 'Title,Country\nA,USD\n', 'no column `date`, `time`, `impact`'],
  ['csv', 'Title,Country,Date,Time,Impact,Forecast,Previous\n', 'it lists no event'],
  [
    'csv',
    'Title,Country,Date,Time,Impact,Forecast,Previous\nA,USD,10-24',
    'Invalid Record Length: expect 7, got 3 on line 2',
  ],
  ['csv', ' '.repeat(3_000_000), 'no column `title`, `country`, `date`, `time`, `impact`'],
  ['csv', `Title,Country,Date,Time,Impact\n${' '.repeat(100_000)}`, 'Max Record Size'],
  ['csv', ','.repeat(100_000), 'its first line is not a row of column names'],
  [
    'history',
    'Title,Country,Date,Time,Impact,Forecast,Previous\n',
    'no column `year`, `day`, `cur`, `text`',
  ],
];

for (const [format, content, reason] of refused) {
  const shown = content.length > 60 ? `${content.slice(0, 60)}…` : content;
  forexfactory(`refuses ${format} ${JSON.stringify(shown)}, saying why`, async ({ directory }) => {
    const error = await refusal(run(directory, format, content));
    assert.is(error.exitCode, 1);
    assert.match(error.message, /this week: no ForexFactory calendar [^\n]*, or not all of one: /);
    assert.ok(error.message.includes(reason), error.message);
    assert.equal(readdirSync(directory), ['this week']);
  });
}

forexfactory('reads no more of a file than the longest feed has', async ({ directory }) => {
  const error = await refusal(run(directory, 'csv', Buffer.alloc(33 * 1024 * 1024, ' ')));
  assert.match(error.message, /or not all of one: it is larger than 32 MiB$/);
});

forexfactory('names the first of many reasons why events are left out', async ({ directory }) => {
  const events = Array.from({ length: 100 }, (_, at) => ({ country: `X${at}` }));
  const { stderr } = await run(directory, 'json', json({}, ...events));
  assert.is(stderr.length, 21);
  assert.match(stderr[20] ?? '', /: 80 more reasons why events are left out$/);
});

forexfactory('a zone that is not needed is refused', async ({ directory }) => {
  const error = await refusal(run(directory, 'json', json({}), 'UTC'));
  assert.is(error.exitCode, 2);
  assert.match(error.message, /leave --tz out/);
});

forexfactory(
  'a calendar read on a wrong clock is named by hours that are known',
  async (context) => {
    const { directory } = context;
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
