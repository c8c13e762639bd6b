import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { totalsOf } from '../../../fixtures/statements/account.ts';
import { bytesOf, type MadeCase, madeCases } from '../../../fixtures/statements/cases.ts';
import { mt5Html, mt5Rows } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { type ReadInChild, readInChildInTurn } from '../../../pipeline/statements/read-in-child.ts';
import { maxStatementBytes } from '../../../pipeline/statements/statements.ts';
import { query } from '../../pipeline/desk.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { withHandle } from '../../support/sqlite.ts';
import { openStatements, readHere } from '../../support/statements.ts';
import { Stories } from '../../support/stories.ts';
import { within } from '../../support/within.ts';
import { closeWorld, now, openWorld, type World, withWorld } from '../world.ts';
import { hostileFiles } from './hostile-files.ts';
import { type Browsing, cookieName, dropStatement, fromHere, signedIn } from './owners.ts';

const statements = suite('statements that owners drop');
const inWorld = within(statements, withWorld);

const north = { slug: 'north-desk', plan: 'free' } as const;

const drop = ({ app }: World, browser: Browsing, name: string, bytes: Buffer) =>
  dropStatement(app, browser, name, bytes);

/**
 * Returns the page of a statement after it was read, and again with the clock of a known account.
 */
async function pageOf(
  { statements }: World,
  browser: Browsing,
  address: unknown,
): Promise<LightMyRequestResponse> {
  const path = String(address);
  for (;;) {
    const page = await browser.get(path);
    if (!/Reading your statement/.test(page.body)) return page;
    await statements.idle(path.split('/').at(-1));
  }
}

/** Counts the files and rows that statements have. */
const storedIn = ({ dataDir }: World): unknown =>
  withHandle(dataDir.inbox.database, (inbox) =>
    inbox.prepare('select count(file) + count(rows) from statements').raw().get(),
  );

const caseOf = (name: string): MadeCase => {
  const found = madeCases().find((entry) => entry.name === name);
  if (!found) throw new Error(`no statement ${name}`);
  return found;
};

const textOf = ({ body }: LightMyRequestResponse): string =>
  body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/**
 * Reads the first statement in its own process, like the server, and later ones in this process.
 */
function firstInChild(): ReadInChild {
  let read: ReadInChild = readInChildInTurn;
  return (...request) => {
    const reading = read(...request);
    read = readHere;
    return reading;
  };
}

/**
 * Files that are read in child processes, like the server does. Starting one takes longer than to
 * read any of the others, which are read in this process.
 */
const hostileInChild = [
  'elements in elements',
  'a row without an end',
  'lists in lists',
  'a sheet of 300 MiB in 300 KiB',
  'words of a sheet without an end',
];
const readHostile: ReadInChild = (request, signal) =>
  [...hostileInChild.map((name) => `${name}.htm`), 'Statement.htm'].includes(request.name)
    ? readInChildInTurn(request, signal)
    : readHere(request, signal);

/** Folder with the operator's files. */
const sourceOf = ({ dataDir }: World): string => join(dataDir.path, 'operator');

async function run(world: World): Promise<void> {
  const { dataDir, registry, snapshots } = world;
  await furnish(dataDir);
  mkdirSync(sourceOf(world), { recursive: true });
  const { load } = await runAt(now, { dataDir, registry }, { sources: [sourceOf(world)] });
  assert.equal([load.rowsRejected, load.failures], [0, []]);
  await snapshots.refresh();
}

const stories = new Stories(
  statements,
  () => openWorld({ facts: null, readStatement: firstInChild() }),
  run,
);

let owners = 0;

/** Adds an owner and returns a browser in which the owner is signed in. */
async function newOwner({ app, registry }: World) {
  owners += 1;
  const owner = `owner-${owners}`;
  await applyRegistry(registry, { owners: [{ slug: owner, plan: 'pro' }] });
  return { owner, browser: await signedIn(app, registry, owner) };
}

inWorld(
  'show which printed figures their rows contradict before anything is confirmed',
  { facts: null },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    const html = String(bytesOf(caseOf('eventful')));
    const tampered = html.replace(/(Gross Profit:<\/b><\/td>\s*<td[^>]*>(?:<b>)?)[\d ]*/, '$11');
    const dropped = await drop(world, browser, 'Statement.htm', Buffer.from(tampered));
    const page = textOf(await pageOf(world, browser, String(dropped.headers.location)));
    assert.match(page, /Different: 1\./);
    assert.match(page, /Gross profit 1\.\d+ \w{3} \d[\d.,]* \w{3} \d[\d.,]* \w{3} What are these/);

    // A loss of 77.61 and a win of 81.41 have no closing time, so the balance is too low.
    const unread = html.replace(/2023\.09\.06 (12:01:50|05:54:57)/g, '2023.13.45 $1');
    const { headers } = await drop(world, browser, 'Statement.htm', Buffer.from(unread));
    const shown = await pageOf(world, browser, String(headers.location));
    assert.match(shown.body, '<code>2023.13.45 12:01:50</code>');
    const text = textOf(shown);
    assert.match(text, 'Gross loss 995.28 USD 917.67 USD −77.61 USD');
    assert.match(text, /Problems in this file .* line \d+ not imported: .* Add this account/);
    assert.is(text.match(/Probable reason/g)?.length, 1, 'the balance lacks the trades too');
    assert.match(text, 'Probable reason: the statement counts trades that were not loaded.');
  },
);

stories.add(
  'become an account of their owner, which is shown before it is confirmed',
  async (world, nextRun) => {
    const { app, registry, dataDir } = world;
    const eventful = caseOf('eventful');
    const browser = await signedIn(app, registry, 'north-desk');
    const otherBrowser = await signedIn(app, registry, 'solo');
    const { inbox } = dataDir;

    const nothing = await browser.post('/me/add', {});
    assert.is(nothing.statusCode, 422);
    assert.match(textOf(nothing), 'Choose a statement file first.');

    const dropped = await drop(world, browser, 'Statement.htm', bytesOf(eventful));
    assert.is(dropped.statusCode, 303);
    const address = String(dropped.headers.location);
    const page = textOf(await pageOf(world, browser, address));
    const { trades } = totalsOf(eventful.account);
    assert.match(page, `Closed trades ${trades} `);
    assert.match(page, `Currency ${eventful.account.currency}`);
    assert.not.match(page, String(eventful.account.login), 'its number is masked');
    assert.match(page, /Period \d+ \w+ \d+ to \d+ \w+ \d+ Closed/, 'no hour without its time zone');
    assert.not.match(page, 'count as UTC', 'nothing counts before a time zone is chosen');
    assert.match(page, /trades: \d+\. Different: 0\./);
    assert.not.match(page, dataDir.path, 'nothing of where it lies');
    // No other story has files yet, because this one begins first.
    assert.equal(storedIn(world), [2], 'the file and its rows');
    assert.is(statSync(inbox.database).mode & 0o777, 0o600);

    for (const theirs of [address, `${address}x`, '/me/add/..%2f..']) {
      assert.is((await otherBrowser.get(theirs)).statusCode, 404, theirs);
    }
    assert.is((await otherBrowser.post(`${address}/confirm`, { name0: 'Mine' })).statusCode, 404);

    await browser.post(`${address}/correct`, { clock: 'Nowhere/Town' });
    assert.match(textOf(await pageOf(world, browser, address)), 'Nowhere/Town');
    await browser.post(`${address}/correct`, { clock: 'GMT+2' });
    assert.match(textOf(await pageOf(world, browser, address)), /Period [^:]*:\d\d UTC to/);

    assert.is((await browser.post(`${address}/confirm`, { name0: '' })).statusCode, 422);
    assert.is((await browser.post(`${address}/confirm`, { name0: 'My first' })).statusCode, 303);
    assert.match(textOf(await pageOf(world, browser, address)), 'The next run loads it');
    await browser.post(`${address}/confirm`, { name0: 'Twice' });

    // The same statement from another owner makes another account.
    const again = await drop(world, otherBrowser, 'Statement.htm', bytesOf(eventful));
    await pageOf(world, otherBrowser, again.headers.location);
    await otherBrowser.post(`${again.headers.location}/confirm`, {
      name0: 'My own',
      clock: 'UTC',
    });

    await nextRun();
    const left = withHandle(inbox.database, (handle) =>
      handle
        .prepare('select count(file) + count(rows) from statements where slugs is not null')
        .raw()
        .get(),
    );
    assert.equal(left, [0], 'the files themselves are gone');
    assert.equal(readdirSync(inbox.reading), []);

    assert.match(textOf(await pageOf(world, browser, address)), 'your figures are up to date');
    const ownAccounts = (await registry.accounts()).filter(({ name }) => /^My /.test(name));
    assert.equal(ownAccounts.map(({ owner, published }) => [owner, published]).sort(), [
      ['north-desk', false],
      ['solo', false],
    ]);
    assert.not((await registry.accounts()).some(({ name }) => name === 'Twice'));
    const slug = ownAccounts.find(({ owner }) => owner === 'north-desk')?.slug ?? '';
    await browser.post(`/me/accounts/${slug}/shown`, { published: 'yes' });
    const shown = await app.inject(`/account/${slug}`);
    assert.is(shown.statusCode, 200);
    assert.match(textOf(shown), 'My first');
    assert.not.match(shown.body, String(eventful.account.login));
    const [entry] = await readAudit(registry, slug);
    assert.is(entry?.actor, 'owner:north-desk');

    // A later statement of the same account adds to the account.
    const more = await drop(world, browser, 'Statement.htm', bytesOf(eventful));
    const known = textOf(await pageOf(world, browser, more.headers.location));
    assert.match(known, 'This data will be added to your existing account.');
    assert.not.match(known, 'not your name at the broker');
  },
);

inWorld('are read in the time zone confirmed for the account', { facts: null }, async (world) => {
  const { app, registry } = world;
  const eventful = caseOf('eventful');
  const { trades } = totalsOf(eventful.account);
  const browser = await signedIn(app, registry, 'north-desk');
  const dropped = async () => {
    const { headers } = await drop(world, browser, 'Statement.htm', bytesOf(eventful));
    await pageOf(world, browser, headers.location);
    return String(headers.location);
  };
  const timezone = async () =>
    (await registry.accounts()).find(({ name }) => name === 'Clocked')?.timezone;
  const first = await dropped();
  await browser.post(`${first}/correct`, { clock: 'GMT+2' });
  await pageOf(world, browser, first);
  await browser.post(`${first}/confirm`, { name0: 'Clocked' });
  assert.is(await timezone(), 'GMT+2');

  const second = await dropped();
  const page = await pageOf(world, browser, second);
  assert.match(page.body, /<option value="GMT\+2" selected>/);
  assert.not.match(textOf(page), 'its times count as UTC');

  await browser.post(`${second}/correct`, { clock: 'UTC' });
  const moved = textOf(await pageOf(world, browser, second));
  assert.match(moved, 'The time zone of this account is GMT+2.');
  assert.match(moved, `Changing it to UTC moves ${trades} trades by 2 hours.`);
  const refused = await browser.post(`${second}/confirm`, {});
  assert.is(refused.statusCode, 422);
  assert.match(textOf(refused), 'Tick “Move the trades”');
  assert.is(await timezone(), 'GMT+2');
  assert.is((await browser.post(`${second}/confirm`, { moves: 'yes' })).statusCode, 303);
  assert.is(await timezone(), 'UTC');
});

inWorld(
  'without a time zone are in UTC if their owner says so; another one needs confirmation',
  { facts: null },
  async (world) => {
    const { app, registry } = world;
    const oneTrade = caseOf('one trade');
    const browser = await signedIn(app, registry, 'north-desk');
    const dropped = async () => {
      const { headers } = await drop(world, browser, 'Statement.htm', bytesOf(oneTrade));
      await pageOf(world, browser, headers.location);
      return String(headers.location);
    };
    const timezone = async () =>
      (await registry.accounts()).find(({ name }) => name === 'Unclocked')?.timezone;
    const first = await dropped();
    const silent = await browser.post(`${first}/confirm`, { name0: 'Unclocked', clock: '' });
    assert.is(silent.statusCode, 422);
    assert.match(textOf(silent), 'Choose the time zone of your broker’s server first.');
    assert.match(silent.body, 'value="Unclocked"', 'the name is kept');
    await browser.post(`${first}/confirm`, { name0: 'Unclocked', clock: 'UTC' });
    assert.is(await timezone(), 'UTC');

    const second = await dropped();
    await browser.post(`${second}/correct`, { clock: '+03:00' });
    assert.match(
      textOf(await pageOf(world, browser, second)),
      'The time zone of this account is UTC. Changing it to +03:00 moves 1 trade by 3 hours.',
    );
    assert.is((await browser.post(`${second}/confirm`, {})).statusCode, 422);
    assert.is(await timezone(), 'UTC');
  },
);

/** Report of one MetaTrader 5 account with type and currency. */
const reportOf = (type: 'real' | 'demo', currency: string): Buffer => {
  const rows = mt5Rows(makeReport('typed', { trades: 3, currency }), {});
  const typed = rows.map((row) =>
    row.map((cell) => ({ ...cell, text: cell.text.replace(', real, ', `, ${type}, `) })),
  );
  return Buffer.from(mt5Html(typed));
};

stories.add(
  'ask before an account changes between real and demo, and never mix currencies',
  async (world, nextRun) => {
    const { browser } = await newOwner(world);
    const dropped = async (bytes: Buffer) => {
      const { headers } = await drop(world, browser, 'Report.html', bytes);
      return {
        to: String(headers.location),
        page: await pageOf(world, browser, headers.location),
      };
    };
    const first = await dropped(reportOf('real', 'USD'));
    await browser.post(`${first.to}/confirm`, { name0: 'Typed', clock: 'UTC' });
    await nextRun();

    const same = await dropped(reportOf('real', 'USD'));
    assert.not.match(same.page.body, 'type="checkbox"');
    const demo = await dropped(reportOf('demo', 'USD'));
    assert.match(
      textOf(demo.page),
      'Typed is a real account, but this statement is from a demo account. If you change it, all trades of the account, earlier ones too, count as those of a demo account.',
    );
    const refused = await browser.post(`${demo.to}/confirm`, {});
    assert.is(refused.statusCode, 422);
    assert.match(
      textOf(refused),
      'Choose “Keep it a real account” or “Change it to a demo account”.',
    );
    assert.is((await browser.post(`${demo.to}/confirm`, { type: 'yes' })).statusCode, 303);
    assert.match(textOf(await browser.get(demo.to)), 'The next run loads it');

    const inEuros = await dropped(reportOf('real', 'EUR'));
    const why = /Typed is in USD, but this statement is in EUR. One account can.{1,6}t hold both/;
    assert.match(textOf(inEuros.page), why);
    assert.not.match(inEuros.page.body, '/confirm"');
    const blocked = await browser.post(`${inEuros.to}/confirm`, { type: 'yes', moves: 'yes' });
    assert.is(blocked.statusCode, 409);
    assert.match(textOf(blocked), why);
    await browser.post(`${inEuros.to}/correct`, { number: '98765' });
    const apart = await pageOf(world, browser, inEuros.to);
    assert.not.match(textOf(apart), why);
    assert.is(
      (await browser.post(`${inEuros.to}/confirm`, { name0: 'Apart', clock: 'UTC' })).statusCode,
      303,
    );
  },
);

stories.add(
  'are compared with what was confirmed before any run has loaded it',
  async (world, nextRun) => {
    const { registry } = world;
    const { browser } = await newOwner(world);
    const dropped = async (bytes: Buffer) => {
      const { headers } = await drop(world, browser, 'Report.html', bytes);
      const to = String(headers.location);
      return { to, page: await pageOf(world, browser, to) };
    };
    const confirmed = async () => {
      const account = (await registry.accounts()).find(({ name }) => name === 'Waiting');
      return [account?.statement_currency, account?.statement_type];
    };
    const first = await dropped(reportOf('real', 'USD'));
    await browser.post(`${first.to}/confirm`, { name0: 'Waiting', clock: 'UTC' });
    assert.equal(await confirmed(), ['USD', 'real']);

    const euro = await dropped(reportOf('real', 'EUR'));
    const why = 'Waiting is in USD, but this statement is in EUR';
    assert.match(textOf(euro.page), why);
    assert.not.match(euro.page.body, '/confirm"');
    const blocked = await browser.post(`${euro.to}/confirm`, { type: 'yes', moves: 'yes' });
    assert.is(blocked.statusCode, 409);
    assert.match(textOf(blocked), why);

    const demo = await dropped(reportOf('demo', 'USD'));
    const asks = 'Waiting is a real account, but this statement is from a demo account.';
    assert.match(textOf(demo.page), asks);
    const unanswered = await browser.post(`${demo.to}/confirm`, {});
    assert.is(unanswered.statusCode, 422);
    assert.match(textOf(unanswered), 'Choose “Keep it a real account” or');
    assert.equal(await confirmed(), ['USD', 'real']);

    const { slug } = (await registry.accounts()).find(({ name }) => name === 'Waiting') ?? {};
    const correction = { currency: 'USD', type: 'real', broker: 'Aurum Markets' };
    const corrected = { ...correction, confirmed: 'yes' };
    await browser.post(`/me/accounts/${slug}/correct`, corrected);
    assert.match(
      textOf(await browser.get(demo.to)),
      /Account MT5:…\d+@Meadow-Server-3, Aurum Markets \(as you corrected it\)/,
    );
    assert.is((await browser.post(`${demo.to}/confirm`, { type: 'keep' })).statusCode, 303);
    assert.equal(await confirmed(), ['USD', 'real']);
    await nextRun();
    const account = await registry.findAccount(slug ?? '');
    const ofAccount = `from accounts where account_id = '${account?.account_id}'`;
    const described = () => query(world.dataDir.warehouse, `select demo, broker ${ofAccount}`);
    assert.equal(await described(), [{ demo: false, broker: 'Aurum Markets' }]);

    const again = await dropped(reportOf('demo', 'USD'));
    assert.is((await browser.post(`${again.to}/confirm`, { type: 'yes' })).statusCode, 303);
    assert.equal(await confirmed(), ['USD', 'demo']);
    await nextRun();
    assert.equal(await described(), [{ demo: true, broker: 'Aurum Markets' }]);
  },
);

const myfxbook = `Tags,Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit,Gain,Comment,Magic Number
,1,01/05/2026 08:00,01/05/2026 09:00,EURUSD,Buy,0.10,0,0,1.1,1.2,-1.00,0.00,1000,99.00,1,,
`;

stories.add(
  'say that they do not count once the operator loads the account',
  async (world, nextRun) => {
    const { registry } = world;
    const { browser } = await newOwner(world);
    const { headers } = await drop(world, browser, 'Statement.htm', bytesOf(caseOf('eventful')));
    const address = String(headers.location);
    await pageOf(world, browser, address);
    await browser.post(`${address}/confirm`, { name0: 'Taken over', clock: 'UTC' });
    const entry = (await registry.accounts()).find(({ name }) => name === 'Taken over');
    const steps = /Your statement is saved\..*The next run loads it/s;
    assert.match(textOf(await pageOf(world, browser, address)), steps);
    await nextRun();
    const counted = textOf(await pageOf(world, browser, address));
    assert.match(counted, 'Done: your figures are up to date.');
    assert.not.match(counted, 'isn’t used');

    writeFileSync(
      join(sourceOf(world), 'accounts.csv'),
      `account_id,platform,currency,created_at,updated_at\n${entry?.account_id},MT5,USD,2024-01-01T00:00:00Z,2024-01-02T00:00:00Z\n`,
    );
    await nextRun();
    const closed = textOf(await pageOf(world, browser, address));
    assert.match(
      closed,
      /Your data for\s+Taken over\s+isn’t used\. The operator loads this account/,
    );
    assert.not.match(closed, steps);
    assert.not.match(closed, 'your figures are up to date');

    await applyRegistry(registry, { accounts: [{ slug: entry?.slug, owner_data: true }] });
    await nextRun();
    assert.match(textOf(await pageOf(world, browser, address)), 'your figures are up to date');
  },
);

inWorld("are read again with the owner's answers", { facts: null }, async (world) => {
  const browser = await signedIn(world.app, world.registry, 'north-desk');
  const dropped = await drop(world, browser, 'list.csv', Buffer.from(myfxbook));
  const address = String(dropped.headers.location);
  assert.match(textOf(await pageOf(world, browser, address)), 'in the field');
  const known = { number: '12345', currency: 'usd', platform: 'MT4', clock: 'UTC' };
  const settings = { ...known, dates: 'month first' };
  await browser.post(`${address}/correct`, settings);
  const page = textOf(await pageOf(world, browser, address));
  assert.match(page, 'MT4:…345');
  assert.match(page, 'Currency USD');
  assert.match(page, 'Closed trades 1 ');
});

/** Sends all files at once. A valid file of another owner is read before all of them are. */
async function dropAll(
  world: World,
  browser: Browsing,
  files: Readonly<Record<string, Buffer>>,
): Promise<[string, LightMyRequestResponse][]> {
  const dropping = Object.entries(files).map(async ([name, bytes]) => {
    const file = name.includes('above') ? '../../registry.db' : `${name}.htm`;
    return [name, await drop(world, browser, file, bytes)] as [string, LightMyRequestResponse];
  });
  const otherBrowser = await signedIn(world.app, world.registry, 'solo');
  const good = await drop(world, otherBrowser, 'Statement.htm', bytesOf(caseOf('one trade')));
  assert.match((await pageOf(world, otherBrowser, good.headers.location)).body, '/confirm"');
  const open = await world.statements.open('north-desk');
  const unread = open.filter(({ reading }) => reading === null);
  assert.ok(unread.length > 1, `${unread.length} of the others are being read`);
  return Promise.all(dropping);
}

inWorld(
  'in an unknown format are refused in a line, and not stored',
  { facts: null, readStatement: readHostile },
  async (world) => {
    const { app, registry, dataDir } = world;
    const browser = await signedIn(app, registry, 'north-desk');
    for (const [name, answer] of await dropAll(world, browser, hostileFiles)) {
      // A file that takes longer to read is refused on a page of its own.
      const isLate = answer.statusCode === 303;
      if (!isLate) assert.is(answer.statusCode, 422, name);
      const address = String(answer.headers.location);
      const page = isLate ? await pageOf(world, browser, address) : answer;
      const [, line = '', ...more] = page.body.split('role="alert">');
      const said = line.slice(0, line.indexOf('</p>'));
      assert.ok(said.length > 20 && said.length < 200, `${name}: ${said}`);
      assert.equal(more, [], name);
      assert.not.match(page.body, dataDir.path, name);
      assert.not.match(page.body, '/confirm"', name);
      if (!isLate) continue;
      assert.is((await browser.post(`${address}/confirm`, { name0: 'x' })).statusCode, 303);
    }
    assert.not.match((await browser.get('/me')).body, 'Statements to confirm');
    withHandle(dataDir.inbox.database, (inbox) => {
      assert.equal(inbox.prepare('select * from deliveries').all(), []);
      inbox.exec("delete from statements where owner = 'north-desk'");
    });
    const before = storedIn(world);
    const large = Buffer.alloc(maxStatementBytes + 1, ' ');
    assert.is((await drop(world, browser, 'large.htm', large)).statusCode, 413);
    assert.equal(storedIn(world), before);
    assert.equal(readdirSync(dataDir.inbox.reading), []);
    const broken = await app.inject({
      method: 'POST',
      url: '/me/add',
      payload: '--x\r\nno headers',
      headers: {
        ...fromHere,
        'content-type': 'multipart/form-data; boundary=x',
        cookie: `${cookieName}=${browser.token}`,
      },
    });
    assert.ok([400, 422].includes(broken.statusCode), String(broken.statusCode));
    const foreign = await app.inject({ method: 'POST', url: '/me/add', payload: 'x' });
    assert.is(foreign.statusCode, 403);
  },
);

inWorld(
  'beyond the limit are refused only after the whole file, when browsers read the answer',
  { facts: null },
  async ({ app, registry, dataDir }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const read = async () => ({ problem: quotedReason('none') });
    const storedStatements = openStatements(dataDir.inbox, () => now, read);
    for (let at = 0; at < 20; at += 1) {
      await storedStatements.receive(north, 'a.htm', Readable.from(['x']));
    }
    let isRead: () => void = () => {};
    const reading = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    function* file(): Generator<Buffer> {
      for (let at = 0; at < 100; at += 1) yield Buffer.alloc(65_536, ' ');
      isRead();
    }
    const refused = await dropStatement(app, browser, 'b.htm', file());
    assert.is(refused.statusCode, 429);
    assert.match(textOf(refused), 'too many unconfirmed statements');
    await reading;
  },
);

/** File that is no statement. */
const letter = Buffer.from('<p>Dear Sir or Madam</p>');

inWorld(
  'that can be no record are refused on the page where they were dropped',
  { facts: null, readStatement: readHere },
  async (world) => {
    const browser = await signedIn(world.app, world.registry, 'north-desk');
    for (let at = 0; at < 21; at += 1) {
      const refused = await drop(world, browser, 'Letter.htm', letter);
      assert.is(refused.statusCode, 422);
      assert.match(textOf(refused), 'Letter.htm');
      assert.match(refused.body, 'action="/me/add"', 'another file can be dropped there');
    }
    assert.not.match((await browser.get('/me')).body, 'Letter.htm');
    assert.equal(storedIn(world), [0]);
  },
);

inWorld(
  'can be discarded while they are open, by their owner alone',
  { facts: null, readStatement: readHere },
  async (world) => {
    const { app, registry } = world;
    const browser = await signedIn(app, registry, 'north-desk');
    const { headers } = await drop(world, browser, 'Mine.htm', bytesOf(caseOf('one trade')));
    const address = String(headers.location);
    const discard = `action="${address}/discard"`;
    assert.match((await pageOf(world, browser, address)).body, discard);
    assert.match((await browser.get('/me')).body, discard);
    const otherBrowser = await signedIn(app, registry, 'solo');
    assert.is((await otherBrowser.post(`${address}/discard`)).statusCode, 404);
    assert.is((await browser.post(`${address}/discard`)).headers.location, '/me');
    assert.is((await browser.get(address)).statusCode, 404);
    assert.not.match((await browser.get('/me')).body, 'Mine.htm');
    assert.equal(storedIn(world), [0]);

    const toConfirm = await drop(world, browser, 'Kept.htm', bytesOf(caseOf('one trade')));
    const confirmed = String(toConfirm.headers.location);
    await pageOf(world, browser, confirmed);
    await browser.post(`${confirmed}/confirm`, { name0: 'Kept', clock: 'UTC' });
    const page = textOf(await pageOf(world, browser, confirmed));
    await browser.post(`${confirmed}/confirm`, { name0: 'Kept', clock: 'UTC' });
    assert.match(textOf(await pageOf(world, browser, confirmed)), 'The next run loads it', page);
    assert.not.match((await browser.get(confirmed)).body, '/discard"');
    await browser.post(`${confirmed}/discard`);
    assert.match(textOf(await browser.get(confirmed)), 'The next run loads it');
  },
);

/** Late steps of a confirmation: the statement's own row, and the last line of the audit trail. */
const lateSteps = {
  deliveries: 'before update of slugs on statements',
  registry: "before insert on audit_trail when new.field = 'timezone'",
} as const;

for (const [place, step] of Object.entries(lateSteps)) {
  inWorld(
    `are confirmed whole or not at all if a late step in the ${place} is refused`,
    { facts: null },
    async ({ app, registry, dataDir, statements: kept }) => {
      const browser = await signedIn(app, registry, 'north-desk');
      const { headers } = await dropStatement(app, browser, 'a.htm', bytesOf(caseOf('one trade')));
      const address = String(headers.location);
      await kept.idle();
      const path = place === 'registry' ? dataDir.registry : dataDir.inbox.database;
      const command = (sql: string) => withHandle(path, (file) => void file.exec(sql));
      const left = async () => ({
        accounts: await registry.accounts(),
        trail: await readAudit(registry),
        deliveries: withHandle(dataDir.inbox.database, (inbox) =>
          inbox.prepare('select receipt from deliveries').all(),
        ),
      });
      const before = await left();
      command(`create trigger late ${step} begin select raise(abort, 'too late'); end`);
      const answers = { name0: 'Whole', clock: 'UTC' };
      const refused = await browser.post(`${address}/confirm`, answers);
      assert.ok(refused.statusCode >= 500, `${refused.statusCode}`);
      assert.equal(await left(), before);
      command('drop trigger late');
      assert.is((await browser.post(`${address}/confirm`, answers)).statusCode, 303);
      const after = await left();
      assert.is(after.accounts.length, before.accounts.length + 1);
      assert.is(after.deliveries.length, 1);
    },
  );
}

inWorld(
  'past a limit of the plan are refused with its name, and no account is added',
  { facts: null },
  async ({ app, registry, dataDir, statements: kept }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const otherBrowser = await signedIn(app, registry, 'solo');
    const file = bytesOf(caseOf('one trade'));
    await applyRegistry(registry, { owners: [{ slug: 'north-desk', plan: 'free' }] });
    const fill = (owner: string, rows: number, today: number) =>
      withHandle(dataDir.inbox.database, (inbox) => {
        const fill = inbox.prepare(
          `insert or replace into delivery_accounts (account_id, owner, rows, bytes) values ('x', ?, ?, 0)`,
        );
        fill.run(owner, rows);
        inbox
          .prepare('insert or replace into received_days values (?, ?, ?)')
          .run(owner, now.toISOString().slice(0, 10), today);
      });
    const first = await dropStatement(app, browser, 'a.htm', file);
    await kept.idle();
    const address = String(first.headers.location);
    fill('north-desk', planLimits.free.rows, 0);
    const refused = await browser.post(`${address}/confirm`, { name0: 'Too much', clock: 'UTC' });
    assert.is(refused.statusCode, 413);
    const words = textOf(refused);
    assert.match(words, 'The free plan allows 2,000,000 rows of data (limit: rows).');
    assert.match(words, 'Ask the operator for a larger plan.');
    const german = await browser.post(`${address}/confirm?lang=de`, {
      name0: 'Too much',
      clock: 'UTC',
    });
    assert.match(textOf(german), 'Der Tarif free erlaubt 2.000.000 Datenzeilen (Grenze: rows).');
    await browser.get('/me?lang=en');
    assert.not((await registry.accounts()).some(({ name }) => name === 'Too much'));

    fill('north-desk', 0, planLimits.free.bytes_a_day);
    const late = await dropStatement(app, browser, 'b.htm', file);
    assert.is(late.statusCode, 413);
    assert.match(textOf(late), '(limit: bytes_a_day). Send the rest after midnight UTC');
    assert.is(
      (await dropStatement(app, otherBrowser, 'c.htm', file)).statusCode,
      303,
      'nobody else',
    );
    const confirmed = await browser.post(`${address}/confirm`, {
      name0: 'Fits now',
      clock: 'UTC',
    });
    assert.is(confirmed.statusCode, 303, 'what came before midnight can be confirmed');
    assert.match(textOf(await browser.get('/me')), / Rows of data \d+ 2,000,000 /);
    await kept.idle();
  },
);

statements('that are being read have a page that says so, and continue after a restart', () => {
  let goOn = () => {};
  const looked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return withWorld(
    async ({ app, registry, dataDir, statements: kept }) => {
      const browser = await signedIn(app, registry, 'north-desk');
      const file = () => Readable.from([bytesOf(caseOf('one trade'))]);
      const never = () => new Promise<never>(() => {});
      // The previous server ended while it was reading.
      const before = openStatements(dataDir.inbox, () => now, never);
      const { id, reading } = await before.receive(north, 'long.htm', file());
      assert.is(reading, null, 'it is answered at once');

      const overview = await browser.get('/me');
      assert.match(overview.body, `href="/me/add/${id}"`);
      assert.match(textOf(overview), 'long.htm We are reading it');
      const stranger = await signedIn(app, registry, 'solo');
      assert.not.match((await stranger.get('/me')).body, id);
      const page = await browser.get(`/me/add/${id}`);
      assert.equal([page.statusCode, page.headers.refresh], [200, '3']);
      assert.match(textOf(page), 'We have your file and are reading it.');
      const early = await browser.post(`/me/add/${id}/confirm`, { name0: 'Early' });
      assert.is(early.headers.location, `/me/add/${id}`);
      assert.not((await registry.accounts()).some(({ name }) => name === 'Early'));

      goOn();
      await kept.idle();
      assert.match(textOf(await browser.get(`/me/add/${id}`)), 'Closed trades 1 ');
      assert.match(textOf(await browser.get('/me')), 'long.htm Waiting for you to confirm it');
      await browser.post(`/me/add/${id}/confirm`, { name0: 'Long', clock: 'UTC' });
      assert.not.match(textOf(await browser.get('/me')), 'long.htm');
    },
    {
      facts: null,
      // Reading it ends only after its pages were requested.
      readStatement: (request, signal) => looked.then(() => readHere(request, signal)),
    },
  );
});

inWorld(
  'are not needed to add an account whose data a program sends',
  async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const added = await browser.post('/me/add/connection', { name: 'By my terminal' });
    const [, slug = ''] =
      /^\/me\/accounts\/(.+)\/connections$/.exec(String(added.headers.location)) ?? [];
    const account = await registry.findAccount(slug);
    assert.equal(
      [account?.name, account?.owner, account?.published],
      ['By my terminal', 'north-desk', false],
    );
    assert.is((await browser.post('/me/add/connection', { name: '' })).statusCode, 422);
  },
);

stories.add(
  'of a deleted account come again once its data is gone, by another upload',
  async (world, nextRun) => {
    const { registry } = world;
    const { owner, browser } = await newOwner(world);
    const file = bytesOf(caseOf('eventful'));
    const { headers } = await drop(world, browser, 'Statement.htm', file);
    await pageOf(world, browser, headers.location);
    await browser.post(`${headers.location}/confirm`, { name0: 'First', clock: 'UTC' });
    await nextRun();
    const first = (await registry.accountsOfOwner(owner)).find(({ name }) => name === 'First');
    await browser.post(`/me/accounts/${first?.slug}/delete`, { typed: 'First' });
    const upload = async () => {
      const { headers: dropped } = await drop(world, browser, 'Statement.htm', file);
      await pageOf(world, browser, dropped.location);
      return () => browser.post(`${dropped.location}/confirm`, { name0: 'Second', clock: 'UTC' });
    };
    const early = await upload();
    const refused = await early();
    assert.is(refused.statusCode, 422);
    assert.match(textOf(refused), 'its data is being removed. Add it again after the next run');
    assert.match(textOf(refused), 'Upload your statement again then.');
    await nextRun();
    assert.is((await early()).statusCode, 404, 'no byte of the account stays');
    assert.is((await (await upload())()).statusCode, 303);
    await nextRun();
    assert.match(textOf(await browser.get('/me')), 'Second');
    const second = (await registry.accountsOfOwner(owner)).find(({ name }) => name === 'Second');
    const view = await browser.get(`/me/accounts/${second?.slug}/as-stranger`);
    assert.match(textOf(view), /Return/);
  },
);

statements.after(async () => closeWorld(await stories.world()));

statements.run();
