import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { isSameServer, readFeedAddress, redirectOf } from '../../../pipeline/calendar/address.ts';
import { fetchFeeds } from '../../../pipeline/calendar/feeds.ts';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { fieldOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { type CalendarDesk, header, withCalendarDesk } from './desk.ts';
import { event, type Reply, send, type Upstream, withUpstream } from './upstream.ts';

const feeds = suite('calendar feeds');
const atCalendarDesk = within(feeds, withCalendarDesk);

/** A few kilobytes that decompress to a hundred megabytes. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));

const week = JSON.stringify([event(undefined)]);

/** Runs the calendar at minutes after noon, from the upstream alone. Collects the log. */
function runsFrom(desk: CalendarDesk, upstream: Upstream) {
  const warnings: unknown[] = [];
  const at = (minutes: number, actualUrls: string[] = []) =>
    desk.run({
      sources: [],
      feeds: { urls: [upstream.url], actualUrls },
      clock: () => new Date(Date.UTC(2024, 6, 1, 12, minutes)),
      log: { ...silentLog, warn: (_, fields) => warnings.push(fields?.reason) },
    });
  return { at, warnings };
}

atCalendarDesk('are fetched, recognised by their content, loaded and published', (desk) =>
  withUpstream(async (upstream) => {
    upstream.reply = send(week);
    await runsFrom(desk, upstream).at(0);
    assert.equal(desk.lines(), ['2024-07-11T12:30:00Z,USD,high,CPI,3.1%,3.3%,']);
    assert.match(upstream.asked[0]?.['user-agent'] ?? '', /^trackrecord/);
    const names = readdirSync(desk.dataDir.calendar.feeds);
    assert.is(names.length, 1);
    assert.match(names[0] ?? '', /^calendar_events-127-0-0-1-\d+-week-[0-9a-f]{8}\.csv$/);
  }),
);

atCalendarDesk('are requested once an hour, unless the answer says how long it is valid', (desk) =>
  withUpstream(async (upstream) => {
    const { at } = runsFrom(desk, upstream);
    upstream.reply = send(week);
    for (const minutes of [0, 1, 59]) await at(minutes);
    assert.is(upstream.asked.length, 1);
    upstream.reply = send(week, { 'cache-control': 'public, max-age=600' });
    for (const minutes of [60, 69]) await at(minutes);
    assert.is(upstream.asked.length, 2);
    upstream.reply = send(week, { 'cache-control': 'max-age=0' });
    for (const minutes of [70, 71, 129]) await at(minutes);
    assert.is(upstream.asked.length, 3);
  }),
);

atCalendarDesk('are requested conditionally, and an unchanged feed changes nothing', (desk) =>
  withUpstream(async (upstream) => {
    const { at } = runsFrom(desk, upstream);
    const since = 'Mon, 01 Jul 2024 11:00:00 GMT';
    upstream.reply = send(week, { etag: '"a"', 'last-modified': since });
    const { version } = await at(0);
    upstream.reply = send('', {}, 304);
    assert.is((await at(60)).version, version);
    await at(120);
    assert.equal(
      upstream.asked.map((headers) => [headers['if-none-match'], headers['if-modified-since']]),
      [
        [undefined, undefined],
        ['"a"', since],
        ['"a"', since],
      ],
    );
  }),
);

atCalendarDesk('an incomplete feed leaves the last good copy, and logs one line', (desk) =>
  withUpstream(async (upstream) => {
    const { at, warnings } = runsFrom(desk, upstream);
    upstream.reply = send(week);
    const { version } = await at(0);
    const noFeed = 'the answer is not a whole calendar feed';
    const late = 'did not answer in time';
    const answers: [Reply, string | RegExp][] = [
      [send('<html><body>Request denied</body></html>'), `${noFeed}: no <weeklyevents>`],
      [send(''), `${noFeed}: it is empty`],
      [send('[]'), `${noFeed}: it lists no event`],
      [
        send('[{"title":"A"},'),
        `${noFeed}: it is not JSON: line 1, column 16: it ends too early: a value is missing`,
      ],
      [send('[{"title":"A","date":""}]'), `${noFeed}: no field of event 1, \`country\``],
      [send('{"count":0,"events":[]}'), `${noFeed}: it lists no event`],
      [send('time,currency,title\n2024-07-11,USD,A\n'), `${noFeed}: no column \`impact\``],
      [send('Title,Country,Time\nA,USD,1:00am\n'), `${noFeed}: no column \`date\`, \`impact\``],
      [
        send(JSON.stringify([event(undefined, 'Vote', '')])),
        `${noFeed}: none of 1 events is complete: 1 event without a date left out: Vote`,
      ],
      [
        send(`<weeklyevents>${'<a>'.repeat(100_000)}</weeklyevents>`),
        `${noFeed}: line 1: more than 512 elements are open at once`,
      ],
      [
        send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
        `${noFeed}: more than 16 brackets are open at once`,
      ],
      [
        (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
        'answered more than 16777216 bytes',
      ],
      [send('', {}, 500), 'answered 500'],
      [send('', {}, 404), 'answered 404'],
      [(response) => response.destroy(), /./],
      [(response) => response.writeHead(200, { 'content-length': '999' }).write('['), late],
      [send(`[${' '.repeat(17 * 1024 * 1024)}]`), 'answered more than 16777216 bytes'],
    ];
    for (const [index, [reply, reason]] of answers.entries()) {
      upstream.reply = reply;
      await fetchFeeds({
        dataDir: desk.dataDir,
        feeds: { urls: [upstream.url], actualUrls: [] },
        clock: () => new Date(Date.UTC(2024, 6, 1, 13, index * 15)),
        log: { ...silentLog, warn: (_, fields) => warnings.push(fields?.reason) },
        timeoutMilliseconds: reason === late ? 300 : 10_000,
      });
      assert.is(warnings.length, index + 1);
      const said = String(warnings[index]);
      if (typeof reason === 'string') assert.is(said, reason);
      else assert.match(said, reason);
    }
    assert.is((await at(60 + answers.length * 15)).version, version);
    assert.is(desk.lines().length, 1);
    assert.not.match(warnings.join(' '), /secret/);
  }),
);

atCalendarDesk('a feed that refuses is not asked again before its Retry-After', (desk) =>
  withUpstream(async (upstream) => {
    const { at, warnings } = runsFrom(desk, upstream);
    upstream.reply = send('slow down', { 'retry-after': '1800' }, 429);
    for (const minutes of [0, 15, 29]) await at(minutes);
    assert.equal([upstream.asked.length, warnings], [1, ['answered 429']]);
    assert.is(currentCalendar(desk.dataDir), null);
    upstream.reply = send(week);
    await at(30);
    assert.is(desk.lines().length, 1);
  }),
);

atCalendarDesk('a second source only fills in actuals, by currency, title and UTC day', (desk) =>
  withUpstream(async (upstream) => {
    const events = [
      event('', 'CPI'),
      event('0.2%', 'PPI'),
      event('', 'Jobs', '2024-07-12T08:30:00-04:00'),
    ];
    upstream.reply = send(JSON.stringify(events));
    await withUpstream(async (second) => {
      second.reply = send(
        [
          header,
          '2024-07-11T12:31:00Z,USD,low,CPI,9,9,"3,000%"',
          '2024-07-11T12:30:00Z,EUR,low,CPI,9,9,9',
          '2024-07-11T12:30:00Z,USD,low,PPI,9,9,9',
          '2024-07-13T00:30:00Z,USD,low,Jobs,9,9,9',
        ].join('\n'),
      );
      await runsFrom(desk, upstream).at(0, [second.url]);
      assert.equal(desk.lines(), [
        '2024-07-11T12:30:00Z,USD,high,CPI,3.1%,3.3%,3000%',
        '2024-07-11T12:30:00Z,USD,high,PPI,3.1%,3.3%,0.2%',
        '2024-07-12T12:30:00Z,USD,high,Jobs,3.1%,3.3%,',
      ]);
      second.reply = send(`${header}\n2024-07-12T12:30:00Z,USD,low,Jobs,,,206K\n`);
      await runsFrom(desk, upstream).at(5, [second.url]);
      assert.equal([upstream.asked.length, second.asked.length], [1, 2]);
      assert.equal(fieldOf(desk.events(), 'actual'), ['3000%', '0.2%', '206K']);
    });
  }),
);

atCalendarDesk('another installation can be a feed, and a file of the operator wins', (desk) =>
  withUpstream(async (upstream) => {
    const time = '2024-07-11T12:30:00Z';
    const ownEvent = {
      ts: 1,
      time,
      currency: 'USD',
      impact: 'high',
      title: 'CPI',
      actual: '3.0%',
    };
    upstream.reply = send(JSON.stringify({ count: 1, events: [ownEvent] }));
    writeFileSync(
      join(desk.source, 'calendar_events.csv'),
      `${header}\n${time},USD,low,CPI,,,2.9%\n`,
    );
    await desk.run({ feeds: { urls: [upstream.url], actualUrls: [] } });
    assert.equal(desk.lines(), ['2024-07-11T12:30:00Z,USD,low,CPI,,,2.9%']);
  }),
);

atCalendarDesk('user and password of an address appear only in a request header', (desk) =>
  withUpstream(async (upstream) => {
    const said: unknown[] = [];
    const note = (...line: unknown[]) => void said.push(line);
    const log = { debug: note, info: note, warn: note, error: note };
    const secrets = ['us:r', 'p@ss w\u00f6rd', 'secret'];
    const plain = upstream.url;
    upstream.url = plain.replace(
      '//',
      `//${secrets.slice(0, 2).map(encodeURIComponent).join(':')}@`,
    );
    const replies: Reply[] = [
      send(week),
      send('', {}, 401),
      send('', { location: 'https://us:secret@elsewhere.example/?key=secret' }, 302),
      send('', { location: 'http://[secret' }, 302),
      (response) => response.destroy(),
    ];
    for (const [number, reply] of replies.entries()) {
      upstream.reply = reply;
      await desk.run({
        sources: [],
        feeds: { urls: [upstream.url], actualUrls: [upstream.url] },
        clock: () => new Date(Date.UTC(2024, 6, 1, 12 + 2 * number)),
        log,
      });
    }
    const sent = `Basic ${Buffer.from(secrets.slice(0, 2).join(':')).toString('base64')}`;
    assert.equal([...new Set(upstream.asked.map(({ authorization }) => authorization))], [sent]);
    assert.is(upstream.asked.length, 2 * replies.length);
    const files = readdirSync(desk.dataDir.path, { recursive: true, encoding: 'utf8' });
    const copies = files
      .map((name) => join(desk.dataDir.path, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'));
    assert.ok(said.length >= 2 * replies.length);
    const all = [JSON.stringify(said), ...files, ...copies].join('\n');
    for (const text of [...secrets, ...secrets.map(encodeURIComponent), sent.slice(6)]) {
      assert.not(all.includes(text), text);
    }
  }),
);

feeds('a copy is found again when user or password change', () => {
  const name = (text: string) => readFeedAddress(text).name;
  assert.is(name('https://a:b@c.example/week.json?k=1'), name('https://c.example/week.json?k=1'));
  assert.is.not(name('https://c.example/week.json?k=1'), name('https://c.example/week.json?k=2'));
});

feeds('a redirect is followed on the same server alone', async () => {
  const leads = (from: string, to: string) => {
    const url = new URL(from);
    const next = redirectOf(to, url);
    return next !== null && isSameServer(next, url);
  };
  for (const [from, to] of [
    ['https://a.example/x', '/y'],
    ['https://a.example/x', 'https://a.example:443/y'],
    ['http://a.example/x', 'https://a.example/y'],
    ['http://a.example:81/x', '//a.example:81/y'],
  ] as const) {
    assert.ok(leads(from, to), `${from} ${to}`);
  }
  for (const [from, to] of [
    ['https://a.example/x', 'http://a.example/x'],
    ['https://a.example/x', 'https://b.example/x'],
    ['https://a.example/x', 'https://a.example:8443/x'],
    ['http://a.example:81/x', 'https://a.example/x'],
    ['https://a.example/x', 'https://a.example.b.example/x'],
    ['https://a.example/x', '//b.example/x'],
    ['https://a.example/x', '\\\\b.example/x'],
    ['https://a.example/x', 'https://a.example@b.example/x'],
    ['https://a.example/x', 'file:///etc/passwd'],
    ['https://a.example/x', 'http://['],
  ] as const) {
    assert.not(leads(from, to), `${from} ${to}`);
  }
  await withCalendarDesk((desk) =>
    withUpstream((upstream) =>
      withUpstream(async (second) => {
        const { at, warnings } = runsFrom(desk, upstream);
        const origin = (url: string) => new URL(url).origin;
        upstream.url = upstream.url.replace('//', '//me:mine@');
        upstream.reply = send('', { location: `${second.url}&token=secret` }, 302);
        await at(0);
        upstream.reply = send('', { location: '?again' }, 307);
        await at(60);
        upstream.reply = (response) => response.writeHead(301).end();
        await at(120);
        assert.equal(second.asked, []);
        assert.equal(warnings, [
          `redirects to ${origin(second.url)}, which is not followed; set the address it leads to instead`,
          'redirects more than 5 times',
          'answered 301 without an address',
        ]);
        let redirects = 0;
        upstream.reply = (response, headers) => {
          redirects += 1;
          const reply = redirects > 5 ? send(week) : send('', { location: `/${redirects}` }, 302);
          reply(response, headers);
        };
        await at(180);
        assert.is(desk.lines().length, 1);
        assert.ok(upstream.asked.every(({ authorization }) => authorization !== undefined));
      }),
    ),
  );
});

atCalendarDesk('an answer that unpacks to more than 16 MiB is refused', (desk) =>
  withUpstream(async (upstream) => {
    const { at, warnings } = runsFrom(desk, upstream);
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024, ' '));
    upstream.reply = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    await at(0);
    assert.equal(warnings, ['answered more than 16777216 bytes']);
  }),
);

feeds.run();
