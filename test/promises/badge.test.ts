import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import { storeAnswers } from '../../pipeline/deliveries/balance-answers.ts';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { verifyChain } from '../../pipeline/publish/snapshot/verify-chain.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { readAudit } from '../../pipeline/registry/audit.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { lapseOf, readMarkHistory } from '../../pipeline/registry/mark-history.ts';
import { updateRows } from '../../pipeline/registry/table-rows.ts';
import { verifyMarks } from '../../pipeline/run/verify-marks.ts';
import { changeAnswers } from '../../pipeline/statements/balance-texts.ts';
import { compare } from '../oracle/compare.ts';
import { computeWorld } from '../oracle/compute-world.ts';
import { countingRows, type SourcedRows } from '../oracle/counting-rows.ts';
import { openForEntering } from '../pipeline/deliveries/entering.ts';
import { refusal } from '../pipeline/registry/world.ts';
import { baseUrl, bearer, closeWorld, now, openWorld, type World } from '../server/world.ts';
import { furnish } from '../support/furnish.ts';
import { readAccount } from '../support/published.ts';
import { runAt } from '../support/run-at.ts';
import { sentDescription, sentTrade } from '../support/sent-rows.ts';
import { type NextRun, Stories } from '../support/stories.ts';

// Attempts from outside to get the badge of a track record, or to keep it.
const badge = suite('the badge of a track record');

const account = sentDescription({ updated_at: '2026-02-20T09:00:00Z' });

/** Account as a broker describes it, with the balance that it states. */
const stating = (balance: number) => ({ ...account, reported_balance: `${balance}` });

const trade = (ticket: string, day: string, profit: number) => ({
  ...sentTrade(ticket, { opened_at: `${day}T08:00:00Z`, closed_at: `${day}T09:00:00Z`, profit }),
  data_source: 'broker_api',
  source: 'broker_api',
});

/** Sources whose data the program reads itself. */
type Delivered = 'broker_api' | 'owner_statement' | 'terminal';

/** Folder with the operator's files. */
const sourceOf = ({ path }: DataDirectory): string => join(path, 'source');

async function open(): Promise<World> {
  const world = await openWorld({ facts: null });
  await furnish(world.dataDir);
  mkdirSync(sourceOf(world.dataDir));
  return world;
}

async function run({ dataDir, registry, snapshots }: World): Promise<void> {
  await runAt(now, { dataDir, registry }, { sources: [sourceOf(dataDir)], strict: true });
  await snapshots.refresh();
}

const stories = new Stories(badge, open, run);

let opened = 0;

/**
 * Ways to bring data of a new account in, which is the only one of its owner. Says which badge
 * strangers then see.
 */
async function openDoors({ app, registry, dataDir, read }: World, run: NextRun) {
  opened += 1;
  const number = 100_000 + opened;
  const [slug, owner] = [`badge-${number}`, `desk-${number}`];
  const accountId = `MT5:${number}@Northwind-Live`;
  const apply = (changes: object) =>
    applyRegistry(registry, { accounts: [{ slug, ...changes }] }, { actor: 'op' });
  await applyRegistry(registry, { owners: [{ slug: owner, plan: 'pro' }] });
  const entry = { type: 'account', owner, name: slug, account_id: accountId, published: true };
  await apply({ ...entry, owner_data: true });
  const { key } = await createConnectionKey(registry, { account: slug, name: 'script' });
  const lines = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify({ account_id: accountId, ...row }));
  let files = 0;
  return {
    slug,
    owner,
    number,
    accountId,
    apply,
    run,
    /** The operator gives the badge again, for what is published on this day. */
    accept: (day: string) => apply({ verified: { track_record: { at: `${day}T00:00:00Z` } } }),
    /** The operator loads a file. */
    file(table: string, ...rows: readonly object[]) {
      files += 1;
      const path = join(sourceOf(dataDir), `${table}-${slug}-${files}.ndjson`);
      writeFileSync(path, `${lines(rows).join('\n')}\n`);
    },
    /** The owner sends rows with a Connection Key. */
    async send(body: object) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/connect/v1/facts',
        headers: bearer(key),
        payload: body,
      });
      assert.is(statusCode, 202);
    },
    /** A delivery that the program read from this source. */
    enter(delivered: Delivered, ...rows: readonly object[]) {
      return this.enterRows(delivered, { trades: rows });
    },
    /** Enters such a delivery with rows of several tables. */
    async enterRows(delivered: Delivered, tables: Readonly<Record<string, readonly object[]>>) {
      const deliveries = openForEntering(
        await openDeliveries({ path: dataDir.inbox.database }, () => now),
      );
      files += 1;
      const sender = { keyId: 'k', accountId, owner, plan: 'pro' } as const;
      await deliveries.enter([
        {
          ...sender,
          source: delivered,
          received: 1,
          digest: `${slug} ${files}`,
          idempotencyKey: null,
          accepted: Object.values(tables).flat().length,
          refused: [],
          isOfNow: false,
          terminal: null,
          lines: Object.fromEntries(
            Object.entries(tables).map(([table, rows]) => [table, lines(rows)]),
          ),
        },
      ]);
      await deliveries.close();
    },
    async badge() {
      const { verified, verified_by } = await read(`/api/v1/accounts/${slug}`);
      return [verified.track_record, verified.lapsed_at, verified_by.track_record?.by ?? null];
    },
    /** Last confirmed day, as strangers see it. */
    async until() {
      return (await read(`/api/v1/accounts/${slug}`)).verified.covered_until;
    },
    trail: async () =>
      (await readAudit(registry, slug))
        .filter(({ field, actor }) => field === 'verified.track_record' && actor === 'run')
        .map(({ to }): Readonly<Record<string, string>> | null => {
          const why = lapseOf(to);
          if (typeof to !== 'object' || to === null) return null;
          return { ...to, ...(why !== null && { why: inEnglish(why) }) };
        }),
  };
}

const confirmed = [true, null, 'operator'];
const lapsed = [false, now.toISOString(), null];
const none = [false, null, null];
/** The badge of the operator, where later days count too. */
const partly = [false, null, 'operator'];

type Doors = Awaited<ReturnType<typeof openDoors>>;

/** Adds a story of a new account. */
const atDoors = (name: string, story: (doors: Doors, world: World) => Promise<void>): void =>
  stories.add(name, async (world, nextRun) => story(await openDoors(world, nextRun), world));

/** Publishes an account from the operator's files, and gives it a badge. */
async function giveMark(doors: Doors): Promise<void> {
  doors.file('accounts', account);
  doors.file('trades', trade('1', '2026-02-03', 40), trade('2', '2026-02-05', -10));
  await doors.run();
  assert.equal(await doors.badge(), none, 'a claim in a file gives no badge');
  await doors.apply({ verified: { track_record: true } });
  assert.equal(await doors.badge(), confirmed);
}

/** Addresses that show a badge, with the words of the badge. */
const claimsOf = (slug: string, owner: string): [url: string, claim: RegExp][] => [
  [`/account/${slug}`, /Track record confirmed by/],
  [`/account/${slug}/verification`, /Track record confirmed by/],
  [`/search?q=${slug}`, /✓<\/span> Track record</],
  [`/owner/${owner}`, /✓<\/span> Track record</],
  [`/widget/${slug}.svg?size=large`, /✓ track record/],
  [`/api/v1/accounts/${slug}`, /"track_record":true/],
];

/** Addresses that show an account and no badge of it. */
const claimless = (slug: string): string[] => [
  `/oembed?format=json&url=${encodeURIComponent(`${baseUrl}/account/${slug}`)}`,
  `/account/${slug}/months.atom`,
  `/account/${slug}/embed`,
];

/** Returns the text that a stranger gets. API paths are requested with a key of another owner. */
async function strangerOf({ app, keyOf }: World): Promise<(url: string) => Promise<string>> {
  const { key } = await keyOf('north-desk', ['public:read']);
  return async (url) => {
    const answer = await app.inject({ url, headers: url.startsWith('/api') ? bearer(key) : {} });
    assert.is(answer.statusCode, 200, `${url} ${answer.body.slice(0, 200)}`);
    return answer.body;
  };
}

atDoors(
  'stays where the operator corrects a day, and lapses where somebody else adds to one',
  async (doors, world) => {
    const { slug } = doors;
    const bodyAt = await strangerOf(world);
    await giveMark(doors);
    const claims = claimsOf(slug, doors.owner);
    await doors.run();
    assert.equal(await doors.badge(), confirmed);
    for (const [url, claim] of claims) assert.match(await bodyAt(url), claim, url);

    doors.file('trades', trade('1', '2026-02-03', 41), trade('3', '2026-02-10', 5));
    // The better source counts if the owner sends the same ticket.
    await doors.send({ trades: [{ ...trade('2', '2026-02-05', 900) }] });
    await doors.run();
    assert.equal(await doors.badge(), confirmed);
    const { balance, provenance } = await world.read(`/api/v1/accounts/${slug}?include=provenance`);
    assert.is(balance, 1036);
    assert.equal(provenance.owner_api, { trades: 0, flows: 0, compared: 1, differing: 1 });
    assert.is(provenance.operator_file.trades, 3);

    await doors.send({ trades: [{ ...trade('9', '2026-02-03', 900) }] });
    await doors.run();
    assert.equal(await doors.badge(), lapsed);
    const [entered] = await doors.trail();
    assert.is(entered?.lapsed_at, now.toISOString());
    assert.match(entered?.why ?? '', 'a program of the owner');
    assert.match(entered?.covers ?? '', /^\d+-/);
    // It is gone everywhere at the next request.
    for (const [url, claim] of claims) assert.not.match(await bodyAt(url), claim, url);
    for (const url of claimless(slug)) {
      const body = await bodyAt(url);
      for (const [, claim] of claims) assert.not.match(body, claim, url);
    }
    assert.match(await bodyAt(`/account/${slug}`), 'Verification lapsed on');
    const verification = await bodyAt(`/account/${slug}/verification`);
    assert.match(verification, 'Verification lapsed on');
    assert.match(verification, 'Program of the owner</th>');
    const search = async (query: string) =>
      (await world.read(`/api/v1/search/accounts?${query}`)).data.map(
        (found: { slug: string }) => found.slug,
      );
    assert.not.ok((await search('verified=track_record')).includes(slug));
    assert.ok((await search('confirmed=false')).includes(slug));

    // Applying the same registry file again is not a new check of the record.
    await doors.apply({ verified: { track_record: true } });
    assert.equal(await doors.badge(), lapsed);
    await doors.accept('2026-02-28');
    assert.equal(await doors.badge(), confirmed);
    const events = (await readMarkHistory(world.registry, slug)).filter(
      ({ badge }) => badge === 'track_record',
    );
    assert.equal(
      events.map(({ event, by, covered }) => [event, by, covered !== null]),
      [
        ['given', 'operator', false],
        ['lapsed', null, true],
        ['given', 'operator', false],
      ],
    );
    assert.match(events[1]?.how ?? '', 'a program of the owner');
  },
);

const seconds = (instant: string): number => Date.parse(instant) / 1000;

/** Makes deals of an invented position, as an Expert Advisor sends them. */
const invented = (position: number, day: string, profit: number) =>
  [0, 1].map((entry) => ({
    ticket: 10 * position + entry,
    position,
    type: entry,
    entry,
    symbol: 'EURUSD',
    time: seconds(`${day}T0${8 + entry}:00:00Z`),
    volume: 0.1,
    price: entry === 0 ? 1.1 : 1.2,
    profit: entry * profit,
    commission: 0,
    swap: 0,
    fee: 0,
  }));

atDoors(
  'lapses where its owner changes what a balance entry of a confirmed day is',
  async (doors, world) => {
    const { slug, accountId } = doors;
    const booked = { id: 'e', at: '2026-02-04T10:00:00Z', amount: '-100', kind: 'flow' };
    const statement = {
      accounts: [account],
      trades: [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', 60)],
      cash_flows: [{ ...booked, text: 'Storage #' }],
    };
    await doors.enterRows('owner_statement', statement);
    // A terminal and a program name the same text.
    await doors.send({ cash_flows: [{ ...booked, id: 'p', amount: '-10', text: 'Storage 7' }] });
    const time = seconds('2026-02-04T11:00:00Z');
    const deal = {
      ticket: 9,
      position: 0,
      type: 2,
      entry: 0,
      time,
      symbol: '',
      volume: 0,
      price: 0,
    };
    const broker = { server: 'Northwind-Live', broker: 'Northwind', currency: 'USD' };
    const balance = { balance: 989, equity: 989, deals_total: 1, leverage: 100, demo: false };
    await doors.send({
      account: {
        platform: 'MT5',
        number: doors.number,
        ...broker,
        ...balance,
        gmt_time: Math.floor(Date.now() / 1000),
        clock: '+00:00',
      },
      deals: [{ ...deal, profit: -1, commission: 0, swap: 0, fee: 0, comment: 'Storage 9' }],
      equity: [],
      positions: [],
    });
    const say = async (answer: 'adjustment' | 'unknown' | null) => {
      const database = await openDeliveries({ path: world.dataDir.inbox.database }, () => now);
      const to = await changeAnswers(database, accountId, { 'Storage #': answer });
      await database.close();
      return to;
    };
    const figures = async () => {
      const { performance, balance } = await world.read(`/api/v1/accounts/${slug}`);
      return [performance.withdrawals, performance.twr_percent, balance];
    };
    await doors.run();
    // 1,040 / 1,000, then 60 on 929 after withdrawals of 111: 10.7169 %.
    assert.equal(await figures(), [111, 10.7169, 989]);
    assert.equal((await say('adjustment')).after, {}, 'no statement asked about it');

    const database = await openDeliveries({ path: world.dataDir.inbox.database }, () => now);
    await database.write((db) => storeAnswers(db, accountId, { 'Storage #': 'unknown' }));
    await database.close();
    await doors.apply({ verified: { track_record: true } });
    await doors.run();
    assert.equal((await doors.badge()).slice(1), [null, 'operator']);
    assert.equal(await say('adjustment'), {
      before: { 'Storage #': 'unknown' },
      after: { 'Storage #': 'adjustment' },
    });
    await doors.run();
    // All three are results now: 989 / 1,000.
    assert.equal(await figures(), [0, -1.1, 989]);
    assert.equal(await doors.badge(), lapsed);

    await say(null);
    await doors.run();
    assert.equal(await figures(), [111, 10.7169, 989]);
  },
);

atDoors(
  'of the broker ends with deals that a whole body of an Expert Advisor invents',
  async (doors, world) => {
    const { slug } = doors;
    await doors.enterRows('broker_api', {
      accounts: [stating(1041)],
      trades: [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', 1)],
    });
    await doors.run();
    assert.equal(await doors.badge(), [true, null, 'broker']);
    const terminal = Math.floor(Date.now() / 1000);
    await doors.send({
      account: {
        platform: 'MT5',
        number: doors.number,
        server: 'Northwind-Live',
        broker: 'Northwind',
        currency: 'USD',
        leverage: 100,
        demo: false,
        balance: 6041,
        equity: 6041,
        gmt_time: terminal,
        server_time: terminal,
        clock: '+00:00',
        deals_total: 4,
        source: 'broker_api',
        data_source: 'broker_api',
      },
      // One position that the broker has too, with a better result, and one invented position.
      deals: [...invented(1, '2026-02-03', 4000), ...invented(77, '2026-02-04', 5000)],
      equity: [],
      positions: [],
    });
    await doors.run();
    assert.equal(await doors.badge(), none);
    const { provenance } = await world.read(`/api/v1/accounts/${slug}?include=provenance`);
    assert.equal([provenance.broker_api.trades, provenance.terminal.trades], [2, 1]);
    assert.equal([provenance.terminal.compared, provenance.terminal.differing], [1, 1]);
    const bodyAt = await strangerOf(world);
    const { data } = JSON.parse(await bodyAt(`/api/v1/accounts/${slug}/trades`));
    assert.equal(
      new Set(data.map((row: { ticket: string; profit: number }) => `${row.ticket} ${row.profit}`)),
      new Set(['1 40', '2 1', '77 5000']),
    );
    assert.equal(
      (await doors.trail()).map((to) => to?.by ?? null),
      ['broker', null],
    );
  },
);

atDoors(
  'ends with the day before a statement, a program or a terminal brings a later one',
  async (doors, world) => {
    await giveMark(doors);
    await doors.run();
    assert.equal(await doors.badge(), confirmed);
    await doors.enter('owner_statement', trade('4', '2026-02-11', 700));
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
    const bodyAt = await strangerOf(world);
    const claims = claimsOf(doors.slug, doors.owner);
    for (const [url, claim] of claims) assert.not.match(await bodyAt(url), claim, url);
    const pages = claims.slice(0, -2).map(([url]) => url);
    for (const url of pages) assert.match(await bodyAt(url), /confirmed up to 5 Feb 2026/, url);
    assert.match(await bodyAt(`/widget/${doors.slug}.svg?size=large`), /to 5 Feb 2026/);

    // The operator goes on, but the owner's day stays in between.
    doors.file('trades', trade('5', '2026-02-12', 1));
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
    await doors.accept('2026-02-28');
    assert.equal([await doors.badge(), await doors.until()], [confirmed, null]);
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [confirmed, null]);
    // It was accepted that an owner writes, and yet each later day is one that nobody confirmed.
    await doors.send({ trades: [{ ...trade('6', '2026-02-16', 48_000) }] });
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-12']);
    // Invented deals on a day before the badge.
    await doors.enter('terminal', trade('7', '2026-02-04', 700));
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [lapsed, null], 'after deals');
  },
);

atDoors(
  'given to a record of a program ends before the day that the program sends next',
  async (doors) => {
    await doors.send({ account, trades: [trade('1', '2026-02-03', -40)] });
    await doors.run();
    await doors.accept('2026-02-21');
    assert.equal(await doors.badge(), confirmed);
    await doors.send({ trades: [trade('2', '2026-02-05', 48_000)] });
    await doors.run();
    assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-03']);
  },
);

atDoors('ends with the day before, where an owner adds to its last day', async (doors) => {
  await giveMark(doors);
  await doors.run();
  // The newest day, later than its last trade: no published row changes.
  const later = { opened_at: '2026-02-05T10:00:00Z', closed_at: '2026-02-05T11:00:00Z' };
  await doors.send({ trades: [{ ...trade('8', '2026-02-05', 900), ...later }] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-03']);
});

atDoors('counts a trade on the day on which it closed', async (doors) => {
  await giveMark(doors);
  await doors.run();
  const late = { opened_at: '2026-02-04T08:00:00Z', closed_at: '2026-02-13T09:00:00Z' };
  await doors.send({ trades: [{ ...trade('8', '2026-02-13', 900), ...late }] });
  await doors.send({ cash_flows: [{ id: 'f', at: '2026-02-14T09:00:00Z', amount: 50 }] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
});

atDoors('lapses with a history cut that leaves no day which it covers', async (doors) => {
  await giveMark(doors);
  await doors.run();
  await doors.send({ trades: [{ ...trade('8', '2026-02-13', 900) }] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
  await doors.apply({ history_cut_at: '2026-02-04' });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
  await doors.apply({ history_cut_at: '2026-02-06' });
  assert.equal(await doors.badge(), none, 'before the run that removes the history');
  await doors.run();
  assert.equal(await doors.badge(), lapsed);
  assert.match((await doors.trail()).at(-1)?.why ?? '', 'no day is left that it covers');
});

atDoors('of a portfolio follows its members', async (doors, world) => {
  await giveMark(doors);
  const { slug, owner } = doors;
  const all = `${slug}-all`;
  const portfolio = { slug: all, type: 'portfolio', owner, name: all, currency: 'USD' };
  const apply = (changes: object) =>
    applyRegistry(world.registry, { accounts: [{ slug: all, ...changes }] }, { actor: 'op' });
  await apply({ ...portfolio, members: [slug], published: true });
  await doors.run();
  await apply({ verified: { track_record: true } });
  const verified = async () => (await world.read(`/api/v1/accounts/${all}`)).verified;
  await doors.run();
  const plain = {
    identity: false,
    track_record: true,
    covered_until: null,
    lapsed_at: null,
    reason: null,
  };
  assert.equal(await verified(), plain);
  await doors.send({ trades: [{ ...trade('8', '2026-02-13', 900) }] });
  await doors.run();
  const ended = { ...plain, track_record: false, covered_until: '2026-02-05' };
  assert.equal(await verified(), ended);
  await doors.apply({ history_cut_at: '2026-02-06' });
  await doors.run();
  assert.equal(await verified(), { ...plain, track_record: false, lapsed_at: now.toISOString() });
});

atDoors(
  'of the broker lets nobody else say with how much capital the account began',
  async (doors, world) => {
    const { slug } = doors;
    const read = { ...stating(10_040), opening_balance: '10000' };
    await doors.enterRows('broker_api', {
      accounts: [read],
      trades: [trade('1', '2026-02-03', 40)],
    });
    await doors.run();
    const figures = async () => {
      const { balance, performance } = await world.read(`/api/v1/accounts/${slug}`);
      return [balance, performance.twr_percent];
    };
    assert.equal(
      [await doors.badge(), await figures()],
      [
        [true, null, 'broker'],
        [10_040, 0.4],
      ],
    );
    // It begins earlier, is newer, and turns the same trade into a gain of 400 %.
    const claimed = {
      platform: 'MT5',
      currency: 'USD',
      opening_balance: '10',
      broker: 'Other',
      created_at: '2020-01-01T00:00:00Z',
      updated_at: '2026-02-28T09:00:00Z',
    };
    await doors.send({ account: claimed });
    await doors.run();
    assert.equal(
      [await doors.badge(), await figures()],
      [
        [true, null, 'broker'],
        [10_040, 0.4],
      ],
    );
    // Once a trade of another source is published, the badge is lost, and that source counts.
    await doors.send({ trades: [{ ...trade('3', '2026-02-06', 900) }] });
    await doors.run();
    assert.equal([await doors.badge(), (await figures())[0]], [none, 950]);
  },
);

/** Everything that a stranger can read of the figures of the account. */
const figureUrls = (slug: string): string[] => [
  `/api/v1/accounts/${slug}?include=equity_curve,twr,advanced,exposure,rolling,restatements,provenance`,
  `/api/v1/accounts/${slug}/positions`,
  `/account/${slug}`,
  `/account/${slug}/verification`,
];

const position = (ticket: string, profit: number) => ({
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.1,
  open_price: 1.1,
  profit,
  opened_at: '2026-02-19T08:00:00Z',
});

const reportedAt = (at: string, equity: number) => ({ at, balance: 10_040, equity, margin: 100 });

/** Rows as the oracle reads them, each value as text. */
const texts = (
  account_id: string,
  tables: Readonly<Record<string, unknown>>,
): SourcedRows['tables'] =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      (Array.isArray(rows) ? rows : []).map((row: object) => ({
        account_id,
        ...Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)]],
          ),
        ),
      })),
    ]),
  );

/**
 * Lists what the oracle computes otherwise from what was sent. It knows no sources in figures, and
 * no other accounts.
 */
async function differences(
  { dataDir, registry }: World,
  { slug, owner, accountId }: { slug: string; owner: string; accountId: string },
  sent: readonly SourcedRows[],
): Promise<string[]> {
  const entry = { slug, type: 'account', owner, account_id: accountId } as const;
  const names = { owners: [{ slug: owner, name: null }], accounts: [entry] };
  const expected = computeWorld({ ...countingRows(sent), registry: names }, now).get(slug);
  const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? '');
  try {
    const found = readAccount(snapshot, await registry.accounts(), slug);
    assert.ok(expected);
    return compare(expected, found).filter(
      (line) => !/^(account\.data_source|provenance|luck\.luckiest_of)/.test(line),
    );
  } finally {
    snapshot.close();
  }
}

atDoors(
  'of the broker lets nobody else report equity, positions or printed figures',
  async (doors, world) => {
    const { slug } = doors;
    const bodyAt = await strangerOf(world);
    const sent: SourcedRows[] = [];
    const enter = async (tables: Readonly<Record<string, readonly object[]>>) => {
      sent.push({ source: 'broker_api', tables: texts(doors.accountId, tables) });
      await doors.enterRows('broker_api', tables);
    };
    const send = async (body: Readonly<Record<string, readonly object[] | object>>) => {
      const { account: described, ...tables } = body;
      const rows = described ? { ...tables, accounts: [described] } : tables;
      sent.push({ source: 'owner_api', tables: texts(doors.accountId, rows) });
      await doors.send(body);
    };
    const [early, late] = ['2026-02-18T20:00:00Z', '2026-02-20T09:00:00Z'];
    await enter({
      accounts: [{ ...account, opening_balance: '10000', reported_balance: '10040' }],
      trades: [trade('1', '2026-02-03', 40)],
      equity: [reportedAt(early, 10_100), reportedAt(late, 10_050)],
      positions: [{ ...position('7', 10), reported_at: late }],
    });
    await doors.run();
    const seen = async () => [
      await doors.badge(),
      ...(await Promise.all(figureUrls(slug).map((url) => bodyAt(url)))),
    ];
    const before = await seen();
    assert.equal(before[0], [true, null, 'broker']);
    const figures = async () => {
      const { balance, equity, reconciled } = await world.read(`/api/v1/accounts/${slug}`);
      return [balance, equity, reconciled];
    };
    assert.equal(await figures(), [10_040, 10_050, true]);

    // The same instants, an earlier, a newer, and a newest report without positions.
    const newest = '2026-02-27T09:00:00Z';
    await send({
      equity: [
        reportedAt('2026-02-10T09:00:00Z', 10_040),
        ...[early, late, newest].map((at) => reportedAt(at, 90_000)),
      ].map((row) => ({ ...row, data_source: 'broker_api' })),
      positions: [{ ...position('8', 80_000), reported_at: late, data_source: 'broker_api' }],
      position_reports: [{ reported_at: newest, data_source: 'broker_api' }],
      printed_figures: ['balance', 'net_profit'].map((figure) => ({
        statement: 's',
        figure,
        value: 90_000,
        printed_at: newest,
      })),
      cash_flows: [{ id: 'credit', at: early, amount: 50_000, kind: 'credit' }],
      account: { ...account, opening_balance: '10', demo: false },
    });
    await doors.run();
    assert.equal(await seen(), before);
    assert.equal(await differences(world, doors, sent), []);

    // Without the badge, the owner's reports count too.
    await send({ trades: [{ ...trade('3', '2026-02-06', 900) }] });
    await doors.run();
    assert.equal([await doors.badge(), (await figures())[1]], [none, 90_000]);
    const { data } = JSON.parse(await bodyAt(`/api/v1/accounts/${slug}/positions`));
    assert.equal(data, []);
    // The newest report of positions is empty; the oracle knows no such report.
    const withoutPositions = sent.map(({ source, tables: { positions: _, ...tables } }) => ({
      source,
      tables,
    }));
    assert.equal(await differences(world, doors, withoutPositions), []);
  },
);

atDoors(
  'of the broker has the capital of the broker after a history cut too',
  async (doors, world) => {
    const { slug } = doors;
    await doors.enterRows('broker_api', {
      accounts: [{ ...stating(10_140), opening_balance: '10000' }],
      trades: [trade('0', '2026-01-01', 100), trade('1', '2026-02-03', 40)],
    });
    const figures = async () => {
      const { balance, performance } = await world.read(`/api/v1/accounts/${slug}`);
      return [await doors.badge(), balance, performance.twr_percent];
    };
    // A loss before the broker's first trade, and an account that began with less.
    await doors.send({
      account: {
        ...account,
        opening_balance: '10',
        created_at: '2025-11-01T00:00:00Z',
      },
      trades: [{ ...trade('x', '2025-12-01', -9_900) }],
    });
    await doors.run();
    assert.equal((await figures())[0], none);
    await doors.apply({ history_cut_at: '2026-01-02' });
    await doors.run();
    // 40 / 10,100
    const cut = [[true, null, 'broker'], 10_140, 0.396];
    assert.equal(await figures(), cut);

    // A trade that the cut removed, with another result.
    await doors.send({ trades: [{ ...trade('0', '2026-01-01', 5_000) }] });
    await doors.run();
    assert.equal(await figures(), cut);
  },
);

/** Sends data of the owner to an account with a badge. Returns why the badge lapsed. */
async function lapseAfter(
  doors: Awaited<ReturnType<typeof openDoors>>,
  sent: object,
): Promise<string> {
  assert.equal(await doors.badge(), confirmed);
  await doors.send(sent);
  await doors.run();
  assert.equal(await doors.badge(), lapsed);
  return (await doors.trail()).at(-1)?.why ?? '';
}

atDoors('lapses where the owner describes the account otherwise', async (doors, world) => {
  await giveMark(doors);
  await doors.run();
  // The owner's program describes the account for the first time.
  const described = {
    ...account,
    opening_balance: '500',
    demo: false,
    updated_at: '2026-02-21T09:00:00Z',
  };
  assert.match(
    await lapseAfter(doors, { account: described }),
    'a description of the account from a program of the owner',
  );
  await doors.accept('2026-02-21');
  await doors.run();
  const { balance, equity, currency, demo } = await world.read(`/api/v1/accounts/${doors.slug}`);
  assert.equal([balance, equity, currency, demo], [530, 530, 'USD', false]);
  // The operator accepted that; another currency is another record.
  assert.match(
    await lapseAfter(doors, { account: { ...described, currency: 'JPY' } }),
    'the currency changed, and data from a program of the owner',
  );
});

atDoors('ends where the owner reports a later equity', async (doors) => {
  await giveMark(doors);
  await doors.run();
  await doors.send({ equity: [reportedAt('2026-02-21T10:00:00Z', 5_000)] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
  await doors.accept('2026-02-23');
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [confirmed, null]);
  await doors.send({ equity: [reportedAt('2026-02-22T10:00:00Z', 5_010)] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-21']);
  // The operator accepted equity of the owner's program up to that day, not another one there.
  await doors.send({ equity: [reportedAt('2026-02-21T10:00:00Z', 9_000)] });
  await doors.run();
  assert.equal(await doors.badge(), lapsed);
  assert.match((await doors.trail()).at(-1)?.why ?? '', 'days that it covers changed');
});

atDoors('ends where the owner reports open positions later', async (doors) => {
  await giveMark(doors);
  await doors.send({ position_reports: [{ reported_at: '2026-02-05T10:00:00Z' }] });
  await doors.run();
  await doors.accept('2026-02-23');
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [confirmed, null]);
  const reported_at = '2026-02-22T10:00:00Z';
  await doors.send({ positions: [{ ...position('8', 80_000), reported_at }] });
  await doors.run();
  assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-05']);
});

atDoors(
  'ends where the owner reports another balance, of unknown capital',
  async (doors, world) => {
    const described = (balance: number, updated_at: string) => ({
      ...account,
      opening_balance: '',
      reported_balance: balance,
      updated_at,
    });
    const trades = [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', -10)];
    const confirmedReport = described(5_000, '2026-02-05T10:00:00Z');
    await doors.send({ account: confirmedReport, trades });
    await doors.run();
    await doors.accept('2026-02-23');
    await doors.run();
    const seen = async () => {
      const { balance } = await world.read(`/api/v1/accounts/${doors.slug}`);
      return [balance, await doors.badge(), await doors.until()];
    };
    assert.equal(await seen(), [5_000, confirmed, null]);
    // Sent again, it says nothing new.
    await doors.send({ account: { ...confirmedReport, broker: '' }, trades });
    await doors.run();
    assert.equal(await seen(), [5_000, confirmed, null]);
    // On the newest day, and on a later one.
    await doors.send({ account: described(90_000, '2026-02-05T11:00:00Z') });
    await doors.run();
    assert.equal(await seen(), [90_000, partly, '2026-02-03']);
    await doors.send({ account: described(95_000, '2026-02-20T11:00:00Z') });
    await doors.run();
    assert.equal(await seen(), [95_000, partly, '2026-02-05']);
    await doors.accept('2026-02-24');
    await doors.run();
    assert.equal(await seen(), [95_000, confirmed, null]);
  },
);

atDoors(
  'ends where the owner replaces open positions or printed figures of the last day',
  async (doors) => {
    const trades = [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', -10)];
    await doors.send({ account: { ...account, updated_at: '2026-02-05T09:30:00Z' }, trades });
    const positionsAt = (hour: number, profit: number) =>
      doors.send({
        positions: [{ ...position('8', profit), reported_at: `2026-02-05T${hour}:00:00Z` }],
      });
    const printed = (value: number, hour: number) =>
      doors.send({
        printed_figures: [
          { statement: 's', figure: 'balance', value, printed_at: `2026-02-05T${hour}:00:00Z` },
        ],
      });
    await positionsAt(10, 5);
    await printed(1_030, 10);
    await doors.run();
    for (const [day, replace] of [
      ['2026-02-23', () => positionsAt(11, 80_000)],
      ['2026-02-24', () => printed(90_000, 11)],
    ] as const) {
      await doors.accept(day);
      await doors.run();
      assert.equal([await doors.badge(), await doors.until()], [confirmed, null]);
      await replace();
      await doors.run();
      assert.equal([await doors.badge(), await doors.until()], [partly, '2026-02-03']);
    }
  },
);

atDoors('lapses where the owner reports that no position is open', async (doors) => {
  await giveMark(doors);
  await doors.run();
  assert.match(
    await lapseAfter(doors, { position_reports: [{ reported_at: '2026-02-21T10:00:00Z' }] }),
    'open positions from a program of the owner',
  );
});

atDoors('comes by itself only where every trade was read from the broker', async (doors) => {
  for (const by of ['broker', ' Broker ']) {
    const refused = await refusal(doors.apply({ verified: { track_record: { by } } }));
    assert.match(refused.message, /is reserved for what trackrecord itself saw/);
  }
  await doors.enterRows('broker_api', {
    accounts: [stating(1041)],
    trades: [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', 1)],
  });
  await doors.run();
  assert.equal(await doors.badge(), [true, null, 'broker']);
  await doors.send({ trades: [{ ...trade('3', '2026-02-06', 900) }] });
  await doors.run();
  assert.equal(await doors.badge(), none);
  assert.equal(
    (await doors.trail()).map((to) => to?.by ?? null),
    ['broker', null],
  );
  await doors.enterRows('broker_api', {
    accounts: [stating(1043)],
    trades: [trade('3', '2026-02-06', 2)],
  });
  await doors.run();
  assert.equal(await doors.badge(), [true, null, 'broker']);
});

atDoors(
  'of the broker ends where the trades do not add up to the balance that it states',
  async (doors) => {
    const trades = [trade('1', '2026-02-03', 40), trade('2', '2026-02-05', 1)];
    // A read that was cut off states no balance yet.
    await doors.enterRows('broker_api', { accounts: [account], trades });
    await doors.run();
    assert.equal(await doors.badge(), none);
    await doors.enterRows('broker_api', { accounts: [stating(1041)] });
    await doors.run();
    assert.equal(await doors.badge(), [true, null, 'broker']);
    // A trade is missing that lost 900.
    await doors.enterRows('broker_api', { accounts: [stating(141)] });
    await doors.run();
    assert.equal(await doors.badge(), none);
    await doors.enterRows('broker_api', { trades: [trade('3', '2026-02-06', -900)] });
    await doors.run();
    assert.equal(await doors.badge(), [true, null, 'broker']);
  },
);

atDoors('of the broker waits for the capital where deposits are unknown', async (doors, world) => {
  const read = { ...stating(1010), opening_balance: '', deposits_unknown: 'true' };
  await doors.enterRows('broker_api', {
    accounts: [read],
    trades: [trade('1', '2026-02-03', 1000)],
  });
  const seen = async () => {
    const { verified, unknown_capital, balance, performance } = await world.read(
      `/api/v1/accounts/${doors.slug}`,
    );
    const { twr_percent, deposits } = performance;
    return [
      verified.track_record,
      verified.reason,
      unknown_capital,
      balance,
      twr_percent,
      deposits,
    ];
  };
  await doors.run();
  const reason = 'trades read from the broker, deposits unknown';
  const unknown = [false, reason, reason, 1010, null, null];
  assert.equal(await seen(), unknown);
  const bodyAt = await strangerOf(world);
  for (const url of ['', '/verification']) {
    assert.match(await bodyAt(`/account/${doors.slug}${url}`), 'Deposits are unknown');
  }
  // The operator gives a badge, so no reason for a missing one is told.
  await doors.apply({ verified: { track_record: true } });
  assert.equal(await seen(), [true, null, ...unknown.slice(2)]);
  await doors.apply({ verified: { track_record: false } });
  // What a program says of the capital has no effect.
  await doors.send({ account: { ...account, opening_balance: '10' } });
  await doors.run();
  assert.equal(await seen(), unknown);
  // The operator saw that 10 were there, and nothing was paid in: 1000 / 10 is 10,000 %.
  const row = { ...account, opening_balance: '10', created_at: '2026-02-10T00:00:00Z' };
  doors.file('accounts', row);
  await doors.run();
  assert.equal(await seen(), [true, null, null, 1010, 10_000, 0]);
  // They saw that 1000 were there: 1000 / 1000 is 100 %, which does not add up to 1010.
  doors.file('accounts', { ...row, opening_balance: '1000' });
  await doors.run();
  assert.equal(await seen(), [false, null, null, 2000, 100, 0]);
});

atDoors(
  'of the broker stays away where a statement of the owner gives the capital',
  async (doors, world) => {
    const traded = trade('1', '2026-02-03', 1000);
    await doors.enterRows('broker_api', {
      accounts: [{ ...stating(1010), opening_balance: '', deposits_unknown: 'true' }],
      trades: [traded],
    });
    const seen = async () => {
      const { verified, unknown_capital, balance, performance } = await world.read(
        `/api/v1/accounts/${doors.slug}`,
      );
      const { twr_percent, absolute_gain_percent, deposits, withdrawals } = performance;
      return [
        verified.track_record,
        unknown_capital,
        balance,
        twr_percent,
        absolute_gain_percent,
        deposits,
        withdrawals,
      ];
    };
    const reason = 'trades read from the broker, deposits unknown';
    const unknown = [false, reason, 1010, null, null, null, null];
    const statement = (statement: string, values: object) => ({
      ...account,
      statement,
      reported_balance: '1010',
      ...values,
    });
    // A statement that begins later than the read counts earlier deposits as its opening balance.
    const later = { created_at: '2026-02-03T00:00:00Z', opening_balance: '10' };
    await doors.enterRows('owner_statement', {
      accounts: [statement('later', later)],
      trades: [traded],
    });
    await doors.run();
    assert.equal(await seen(), unknown);
    // This one begins as early, and with 10: 1000 / 10 is 10,000 %. It has the same trade.
    await doors.enterRows('owner_statement', {
      accounts: [statement('early', { opening_balance: '10' })],
      trades: [traded],
    });
    await doors.run();
    assert.equal(await seen(), [false, null, 1010, 10_000, 10_000, 0, 0]);
    // It was made up. A whole statement begins earlier, with 100,000 paid in and 99,990 out.
    // 1000 / 100,000 is 1 %, and 0 + 100,000 + 1000 - 99,990 is 1010.
    const flow = (id: string, day: string, amount: number) => ({
      id,
      at: `${day}T12:00:00Z`,
      amount,
    });
    await doors.enterRows('owner_statement', {
      accounts: [statement('whole', { created_at: '2025-12-01T00:00:00Z', opening_balance: '0' })],
      trades: [traded],
      cash_flows: [flow('in', '2026-02-02', 100_000), flow('out', '2026-02-04', -99_990)],
    });
    await doors.run();
    assert.equal(await seen(), [false, null, 1010, 1, 1, 100_000, 99_990]);
  },
);

stories.addAfterAll('is checked against the trail and the chain', async ({ dataDir, registry }) => {
  // Changes the registry by SQL, without the program.
  const { store } = registry;
  const faults = () => verifyMarks(verifyChain(dataDir), registry);
  assert.equal(await faults(), []);
  const ofBroker = (await registry.accounts()).find(({ broker_since }) => broker_since !== null);
  const slug = ofBroker?.slug ?? '';
  const setSince = (broker_since: string | null) =>
    store.write((db) => {
      const settlements = JSON.stringify(
        ofBroker?.settlements.map((settlement) => ({ ...settlement, broker_since })),
      );
      return updateRows(db, 'settlements', { entry: slug }, { settlements });
    });
  await setSince(null);
  assert.match((await faults()).join(), `${slug}: its badge track_record differs from`);
  await setSince(now.toISOString());
  assert.equal(await faults(), []);
  const forged = { track_record: JSON.stringify({ by: 'Auditor', at: null, how: null }) };
  await store.write((db) =>
    db.updateTable('accounts').set(forged).where('slug', '=', slug).execute(),
  );
  assert.match((await faults()).join(), `${slug}: its badge track_record differs from`);
  await store.write((db) =>
    db.deleteFrom('audit_trail').where('field', '=', 'verified.track_record').execute(),
  );
  assert.match((await faults()).join(), 'the audit trail had other entries about badges');
});

badge.after(async () => closeWorld(await stories.world()));

badge.run();
