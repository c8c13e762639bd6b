import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp } from '../../pipeline/backup/back-up.ts';
import { restore } from '../../pipeline/backup/restore.ts';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import { withdrawDelivery } from '../../pipeline/deliveries/withdraw.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';
import { openForEntering, sentRows } from '../pipeline/deliveries/entering.ts';
import { type Desk, withDesk } from '../pipeline/desk.ts';
import { openServer } from '../server/open-server.ts';
import { runAt } from '../support/run-at.ts';
import { sentTrade } from '../support/sent-rows.ts';
import { withHandle } from '../support/sqlite.ts';
import { within } from '../support/within.ts';

// Since when a record is public, and how much of it came afterwards. A run notes it, and nothing
// that an owner or operator does later moves it.
const observed = suite('since when a record is public');

const accountId = 'MT5:1@Desk-Live';
const entry = {
  slug: 'watched',
  type: 'account',
  account_id: accountId,
  owner: 'north',
  name: 'Watched',
  published: true,
} as const;

/** Account on a clock that tests set. */
class Story {
  readonly #desk: Desk;
  dataDir: DataDirectory;
  now = new Date('2024-03-01T10:00:00Z');

  constructor(desk: Desk) {
    this.#desk = desk;
    this.dataDir = desk.dataDir;
  }

  at(instant: string): void {
    this.now = new Date(instant);
  }

  async withRegistry<Result>(work: (registry: Registry) => Promise<Result>): Promise<Result> {
    const registry = await openRegistry({ dataDir: this.dataDir, clock: () => this.now });
    try {
      return await work(registry);
    } finally {
      await registry.close();
    }
  }

  decide(decision: object): Promise<unknown> {
    return this.withRegistry((registry) => applyRegistry(registry, decision));
  }

  /** Sends trades as the owner's program does: ticket, day of closing, profit. */
  async send(...trades: readonly (readonly [ticket: string, closed: string, profit: number])[]) {
    const rows = trades.map(([ticket, closed_at, profit]) =>
      sentTrade(ticket, { opened_at: `${closed_at.slice(0, 10)}T00:00:00Z`, closed_at, profit }),
    );
    const account = {
      platform: 'MT5',
      currency: 'USD',
      created_at: '2024-02-01T00:00:00Z',
      updated_at: this.now.toISOString(),
    };
    const flow = { id: 'd', at: '2024-02-01T00:00:00Z', amount: '1000' };
    await this.enter({ accounts: [account], cash_flows: [flow], trades: rows });
  }

  /** Sends rows as the owner's program does. Returns the receipt. */
  async enter(rows: Readonly<Record<string, readonly object[]>>): Promise<string> {
    const deliveries = openForEntering(await this.#inbox());
    const sent = sentRows(accountId, JSON.stringify([this.now, rows]), rows);
    const [entered] = await deliveries.enter([sent]);
    await deliveries.close();
    assert.ok(typeof entered === 'object' && 'receipt' in entered);
    return entered.receipt;
  }

  async withdraw(receipt: string): Promise<void> {
    const inbox = await this.#inbox();
    assert.ok(await withdrawDelivery(inbox, receipt));
    await inbox.close();
  }

  /** Runs, and removes rows that later ones replace. */
  async removeReplaced(): Promise<void> {
    withHandle(this.dataDir.inbox.database, (handle) =>
      handle.exec('update delivery_accounts set is_full = 1'),
    );
    await this.run();
  }

  #inbox() {
    return openDeliveries({ path: this.dataDir.inbox.database }, () => this.now);
  }

  run(options: Partial<RunOptions> = {}) {
    return this.withRegistry((registry) =>
      runAt(
        this.now,
        { dataDir: this.dataDir, registry },
        { sources: [this.#desk.source], ...options },
      ),
    );
  }

  /** Returns what a stranger reads of the account; null if it is private. */
  async read(slug: string = entry.slug) {
    const server = await openServer({
      dataDir: this.dataDir,
      clock: () => this.now,
      log: silentLog,
    });
    try {
      const answer = await server.app.inject(`/api/v1/accounts/${slug}?include=observed`);
      return answer.statusCode === 404 ? null : answer.json();
    } finally {
      await server.close();
    }
  }
}

const withStory = (work: (story: Story) => Promise<void>) =>
  withDesk(async (desk) => {
    const story = new Story(desk);
    await story.decide({
      owners: [{ slug: 'north', name: 'North', plan: 'ultra' }],
      accounts: [entry],
    });
    await work(story);
  });
const inStory = within(observed, withStory);

/** Sends and publishes a record, half of whose later trades came afterwards. */
async function tell(story: Story): Promise<void> {
  await story.send(['1', '2024-02-20T12:00:00Z', 100]);
  story.at('2024-03-01T10:05:00Z');
  await story.run();
  for (const [at, ...trade] of [
    ['2024-03-05T12:00:00Z', '2', '2024-03-04T12:00:00Z', 55],
    ['2024-03-09T12:00:00Z', '3', '2024-03-03T12:00:00Z', -55],
    ['2024-03-20T12:00:00Z', '4', '2024-03-11T12:00:00Z', 11],
    ['2024-03-21T12:00:00Z', '5', '2024-03-20T12:00:00Z', -11.11],
  ] as const) {
    story.at(at);
    await story.send(trade);
  }
  await story.run();
}

const since = '2024-03-01T10:05:00Z';

inStory('is noted by the run that publishes it first, and told at once', async (story) => {
  await story.send(['1', '2024-02-20T12:00:00Z', 100]);
  story.at('2024-03-01T10:05:00Z');
  // The figures may be of an earlier day.
  await story.run({ asOf: new Date('2024-02-25T00:00:00Z') });
  const { published_at, observed: told } = await story.read();
  assert.is(published_at, since);
  assert.is(told.since, since);
  assert.is(told.from, '2024-03-02');
  assert.equal(told.gaps, []);
  assert.is(told.before.twr_percent, 10);
  assert.is(told.after, null);
  story.at('2024-03-01T10:10:00Z');
  const again = await story.run({ asOf: new Date('2024-02-25T00:00:00Z') });
  assert.is(again.accountsComputed, 0, 'a first publication computes nothing anew');
});

inStory(
  'is moved by nothing: hiding, another owner, a rebuild, a restored backup',
  async (story) => {
    await tell(story);
    const first = await story.read();
    assert.is(first.published_at, since);
    const { before, after, late_percent } = first.observed;
    assert.is(before.twr_percent, 10);
    assert.is(after.trades, 4);
    assert.is(late_percent, 50);
    const parts = (100 + before.twr_percent) * (1 + after.twr_percent / 100) - 100;
    assert.ok(Math.abs(parts - first.performance.twr_percent) < 2e-4);
    const holds = async (when: string) => {
      const { published_at, observed: told } = await story.read();
      assert.is(published_at, since, when);
      assert.equal([told.before, told.after, told.late_percent], [before, after, 50], when);
    };
    await story.run({ full: true });
    await holds('all computed anew');
    await story.run({ rebuild: true });
    await holds('rebuilt');
    // All comes again, and rows that later ones replace are removed.
    story.at('2024-03-25T12:00:00Z');
    await story.send(
      ['1', '2024-02-20T12:00:00Z', 100],
      ['2', '2024-03-04T12:00:00Z', 55],
      ['5', '2024-03-20T12:00:00Z', -11.11],
    );
    await story.removeReplaced();
    await story.run({ rebuild: true });
    const { observed: sentAgain } = await story.read();
    assert.is(sentAgain.late_percent, 50, 'sent again');
    await story.decide({
      owners: [{ slug: 'south', name: null, plan: 'ultra' }],
      accounts: [{ ...entry, owner: 'south', name: 'Other' }],
    });
    await story.run();
    assert.is((await story.read()).published_at, since, 'another owner');
    const folder = join(story.dataDir.path, '../backup');
    const options = { databaseUrl: null, folder, log: silentLog };
    await backUp({
      ...options,
      dataDir: story.dataDir,
      program: '0',
      clock: () => story.now,
    });
    story.dataDir = dataDirectory(join(folder, '../restored'));
    await restore({ ...options, dataDir: story.dataDir });
    story.at('2024-03-26T12:00:00Z');
    await story.run({ rebuild: true });
    const restored = await story.read();
    assert.is(restored.published_at, since, 'restored');
    assert.is(restored.observed.late_percent, 50, 'restored');
  },
);

inStory('tells times in which it was hidden, and trades within them', async (story) => {
  await tell(story);
  story.at('2024-03-20T18:00:00Z');
  await story.decide({ accounts: [{ ...entry, published: false }] });
  await story.run();
  assert.is(await story.read(), null);
  story.at('2024-03-24T18:00:00Z');
  await story.send(['6', '2024-03-22T12:00:00Z', 10]);
  await story.decide({ accounts: [entry] });
  await story.run();
  const { published_at, observed: told } = await story.read();
  assert.is(published_at, since);
  assert.equal(told.gaps, [{ from: '2024-03-20T18:00:00Z', to: '2024-03-24T18:00:00Z' }]);
  assert.is(told.late_percent, 60, 'the trade in the gap came in time');
});

const booking = (id: string, at: string, amount: number, kind = 'flow') => ({
  id,
  at,
  amount,
  kind,
});

const moved = sentTrade('1', {
  opened_at: '2024-02-20T00:00:00Z',
  closed_at: '2024-03-19T12:00:00Z',
  profit: 0,
});

// What an owner sends on 20 March to make a record look better that lost half on 4 March. Expected
// are the share of what came afterwards, and the return since.
for (const [what, rows, late, twr] of [
  ['nothing', {}, 0, -49],
  [
    'a deposit before the loss, paid out after it',
    {
      cash_flows: [
        booking('x', '2024-03-04T11:59:00Z', 1e6),
        booking('y', '2024-03-04T12:01:00Z', -1e6),
      ],
    },
    50,
    // (1 − 500 / 1001000) × 1.02
    1.9491,
  ],
  [
    'interest',
    { cash_flows: [booking('x', '2024-03-04T13:00:00Z', 500, 'adjustment')] },
    // The trade of 5 March earned 10 of 1,000: 0.5 × 2 × 1.01.
    (1 / 3) * 100,
    1,
  ],
  [
    'an earlier trade, as if it closed while anybody could watch',
    { trades: [moved] },
    (1 / 3) * 100,
    -49,
  ],
] as const) {
  inStory(`tells that its owner sent ${what} afterwards`, async (story) => {
    await story.send(['1', '2024-02-20T12:00:00Z', 0]);
    story.at(since);
    await story.run();
    story.at('2024-03-05T13:00:00Z');
    await story.send(['2', '2024-03-04T12:00:00Z', -500], ['3', '2024-03-05T12:00:00Z', 10]);
    await story.run();
    story.at('2024-03-20T12:00:00Z');
    await story.run();
    if (Object.keys(rows).length > 0) await story.enter(rows);
    await story.run();
    const holds = async (when: string) => {
      const { observed: told } = await story.read();
      assert.is(told.late_percent, Math.round(late * 1e4) / 1e4, when);
      assert.is(told.after.twr_percent, twr, when);
    };
    await holds('at once');
    // It comes again, and rows that later ones replace are removed.
    story.at('2024-03-21T12:00:00Z');
    if (Object.keys(rows).length > 0) await story.enter(rows);
    await story.removeReplaced();
    await story.run({ rebuild: true });
    await holds('rebuilt');
  });
}

inStory('tells times in which its owner had its data held back', async (story) => {
  await story.send(['1', '2024-02-20T12:00:00Z', 100]);
  story.at(since);
  await story.run();
  // Amounts that can't be added up exactly fail a check.
  const inexact = (id: string, amount: string) => ({ id, at: '2024-03-05T00:00:00Z', amount });
  const flows = [inexact('x', '400000000.00000001'), inexact('y', '-400000000.00000001')];
  story.at('2024-03-05T12:00:00Z');
  const held = await story.enter({ cash_flows: flows });
  await story.run();
  story.at('2024-03-06T11:00:00Z');
  await story.send(['2', '2024-03-06T10:00:00Z', 10]);
  await story.run();
  assert.equal((await story.read()).observed.gaps, [], 'below a day nobody is told');
  story.at('2024-03-20T12:00:00Z');
  await story.run();
  const open = { from: '2024-03-05T12:00:00Z', to: null };
  assert.equal((await story.read()).observed.gaps, [open]);
  story.at('2024-03-21T12:00:00Z');
  await story.withdraw(held);
  await story.run();
  const { observed: told } = await story.read();
  assert.equal(told.gaps, [{ ...open, to: '2024-03-21T12:00:00Z' }]);
  assert.is(told.late_percent, 100, 'nobody could watch the trade');
});

inStory('begins anew with a cut, and is hidden as if it were not there', async (story) => {
  await tell(story);
  await story.decide({ accounts: [{ ...entry, history_cut_at: '2024-03-10' }] });
  await story.run();
  const { observed: told, published_at } = await story.read();
  assert.equal([told.since, told.from, told.before], [since, '2024-03-10', null]);
  assert.is(told.after.trades, 2);
  await story.decide({ accounts: [{ ...entry, hide: ['observed'] }] });
  const hidden = await story.read();
  assert.is(hidden.observed, null);
  assert.is(hidden.published_at, published_at, 'nobody hides since when it is public');
});

observed.run();
