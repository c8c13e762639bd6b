import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { RunOptions } from '../../../pipeline/run/run-options.ts';
import { type Restatable, restatables } from '../../../sql/record/restatable.ts';
import { randomAsOf } from '../../oracle/random-world.ts';
import type { Row } from '../../oracle/world.ts';
import { openServer } from '../../server/open-server.ts';
import { publishTables } from '../../support/published.ts';
import { whileOpen } from '../../support/while-open.ts';
import { differenceBetween } from './answers.ts';
import { changeWorld, kinds } from './change-world.ts';
import { type Entry, type HidingWorld, hidingWorld, type Part, tablesOf } from './hiding-world.ts';
import {
  clock,
  type PublishedWorld,
  publishHiding,
  publishSeed,
  tellingSeed,
} from './published-world.ts';
import { randomFrom } from './random.ts';
import { type Ask, strangerAsks } from './surfaces.ts';

const restated = suite('what was restated');
const later = new Date(randomAsOf.getTime() + 2 * 86_400_000);

/** Publishes a changed world after another. All data is loaded again, unless no file is read. */
async function publishNext(
  published: PublishedWorld,
  world: HidingWorld,
  options: Partial<RunOptions> = { rebuild: true },
): Promise<PublishedWorld> {
  const { dataDir } = published;
  (await publishTables(tablesOf(world), later, { dataDir, ...options })).snapshot.close();
  return { ...published, world };
}

/** Changes that leave data as it is, or that leave the figures of a section as they are. */
const isElsewhere: ReadonlySet<string> = new Set([
  'private accounts come and go',
  'words of private accounts',
  'owner that publishes nothing, and plans',
  'internal ids',
  'refused rows',
  'number of trades',
  'seconds of closing',
  'lengths of trades',
  'equity reports but the newest',
]);

const isOfRestatements = ({ url, payload = '' }: Ask): boolean =>
  !/search|trades|positions/.test(url) && !/search|list/.test(payload);

restated('shows strangers no restatement of hidden data', async () => {
  const ownKinds = kinds.filter((kind) => !isElsewhere.has(kind));
  const world = hidingWorld(tellingSeed);
  const changed = changeWorld(world, {
    asOf: randomAsOf,
    random: randomFrom(tellingSeed + 1),
    kinds: ownKinds,
  });
  const unchanged = await publishNext(await publishSeed(tellingSeed), world, { sources: [] });
  const after = await publishNext(await publishSeed(tellingSeed), changed.world);
  const asks = strangerAsks(world, changed.world).filter(isOfRestatements);
  assert.is(await differenceBetween(unchanged, after, asks), null);
  const [shown, rows] = [
    await restatedRows(after, 'shared_restatements'),
    await restatedRows(after, 'restatements'),
  ];
  assert.equal(shown, await restatedRows(unchanged, 'shared_restatements'));
  assert.ok(rows.length > 5, `${rows.length} were restated`);
  unchanged.remove();
  after.remove();
});

async function restatedRows({ dataDir }: PublishedWorld, table: string) {
  return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(`attach '${dataDir.warehouse}' as warehouse (read_only); use warehouse`);
    return await database.rows(`from ${table} order by all`);
  });
}

const at = '2024-01-01T00:00:00Z';
const entry = (slug: string, changes: Partial<Entry> = {}): Entry => ({
  slug,
  type: 'account',
  account_id: `MT5:${slug}@Broker`,
  owner: 'desk',
  name: slug,
  published: true,
  hide: [],
  created_at: at,
  ...changes,
});
const portfolio = (slug: string, members: string[], hide: readonly Hidable[] = []): Entry => ({
  slug,
  type: 'portfolio',
  owner: 'desk',
  name: slug,
  published: true,
  hide,
  created_at: at,
  currency: 'USD',
  members,
});

/** Makes trades on three days. On two of them some cells change. */
function partOf(own: Entry, cells: Row): Part {
  const account_id = own.account_id ?? '';
  const trade = (day: string, changed: Row): Row => ({
    account_id,
    ticket: day,
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.5',
    open_price: '1.10',
    close_price: '1.11',
    stop_loss: '1.05',
    take_profit: '1.2',
    opened_at: `${day}T08:00:00Z`,
    closed_at: `${day}T10:00:00Z`,
    profit: '10',
    commission: '0',
    swap: '0',
    comment: 'swing',
    magic_number: null,
    ...changed,
  });
  return {
    entry: own,
    accounts: [{ account_id, platform: 'MT5', currency: 'USD', created_at: at, updated_at: at }],
    trades: [trade('2024-01-10', {}), trade('2024-01-11', cells), trade('2024-02-05', cells)],
    positions: [],
    cash_flows: [{ account_id, id: 'deposit', at, amount: '1000', kind: 'flow' }],
    equity: [],
  };
}

/** Secrets that an attacker looks for, each with the trades that change. */
const secrets = {
  comment: { comment: 'scalp' },
  stop_loss: { stop_loss: '1.06' },
  take_profit: { take_profit: '1.21' },
  volume: { volume: '0.7' },
} as const satisfies Partial<Record<Hidable, Row>>;

type Secret = keyof typeof secrets;
const secretNames = Object.keys(secrets) as Secret[];

/**
 * Accounts and portfolios: one pair that shows a secret, and others that hide it, by the flag that
 * hides it.
 */
function entriesOf(secret: Secret, cells: Row): Pick<HidingWorld, 'parts' | 'portfolios'> {
  const slugOf = (name: string): string => `${name}-${secret.replace('_', '-')}`;
  const account = (name: string, changes: Partial<Entry>, changed: Row): Part =>
    partOf(entry(slugOf(name), changes), changed);
  const both = (name: string, member: string, hide: readonly Hidable[] = []): Entry =>
    portfolio(slugOf(name), [slugOf(member), slugOf('calm')], hide);
  return {
    parts: [
      account('open', {}, cells),
      account('flagged', { hide: [secret] }, cells),
      account('closed', { hide: hidables }, cells),
      account(
        'unlisted',
        { hide: ['trades', 'monthly', 'advanced', 'exposure', 'behaviour'] },
        cells,
      ),
      account('private', { published: false, hide: [secret] }, cells),
      account('calm', {}, {}),
    ],
    portfolios: [
      both('all-open', 'open'),
      both('closes-all', 'open', hidables),
      both('flags', 'open', [secret]),
      both('of-flagged', 'flagged'),
      both('of-private', 'private'),
      both('of-closed', 'closed'),
    ],
  };
}

/** Account whose hidden data changes on two days. On the second day a profit changes too. */
const both = entry('both', { hide: ['comment', 'volume'] });
function changedBoth(): Part {
  const part = partOf(both, { comment: 'scalp', volume: '0.7' });
  const trades = part.trades.map((row, at) => (at === 2 ? { ...row, profit: '11' } : row));
  return { ...part, trades };
}

/**
 * Every secret has its own accounts, so that two runs publish the same as two runs for each secret.
 */
function worldOf(cellsOf: (secret: Secret) => Row, ofBoth: Part): HidingWorld {
  const entries = secretNames.map((secret) => entriesOf(secret, cellsOf(secret)));
  return {
    owners: [{ slug: 'desk', name: 'Desk', plan: 'free' }],
    parts: [...entries.flatMap(({ parts }) => parts), ofBoth],
    portfolios: entries.flatMap(({ portfolios }) => portfolios),
  };
}

let attacked: Promise<PublishedWorld> | undefined;

/** World in which every secret has changed since it was published. */
async function publishAttacked(): Promise<PublishedWorld> {
  const published = await publishHiding(worldOf(() => ({}), partOf(both, {})));
  return publishNext(
    published,
    worldOf((secret) => secrets[secret], changedBoth()),
  );
}

restated.after(async () => (await attacked)?.remove());

const isNamed = (slug: string, ...names: readonly string[]): boolean =>
  names.some((name) =>
    secretNames.some((secret) => slug === `${name}-${secret.replace('_', '-')}`),
  );
const isShowing = (slug: string): boolean => isNamed(slug, 'open', 'all-open');
const isCalm = (slug: string): boolean => isNamed(slug, 'calm');

for (const secret of secretNames) {
  restated(`withstands attacks on a hidden ${secret}`, async () => {
    attacked ??= publishAttacked();
    const world = await attacked;
    const { dataDir, keys } = world;
    await whileOpen(openServer({ dataDir, clock, log: silentLog }), async (server) => {
      const shared = await restatedRows(world, 'shared_restatements');
      const read = async (slug: string, caller: 'pro' | 'owner:desk') => {
        const headers = { authorization: `Bearer ${keys.get(caller)}` };
        const url = `/api/v1/accounts/${slug}?include=restatements`;
        return (await server.app.inject({ url, headers })).json().restatements;
      };
      const { parts, portfolios } = entriesOf(secret, {});
      for (const { slug, published: isPublic } of [
        ...parts.flatMap(({ entry: own }) => own ?? []),
        ...portfolios,
      ]) {
        const ownView = await read(slug, 'owner:desk');
        assert.is(ownView.count, isCalm(slug) ? 0 : 1, `${slug} to its owner`);
        if (!isPublic || isCalm(slug)) continue;
        const found = await read(slug, 'pro');
        const rows = shared.filter((row) => row.slug === slug);
        const page = (await server.app.inject(`/account/${slug}/verification`)).body;
        assert.is(
          /Restatements<[\s\S]{0,80}?none since/.test(page),
          !isShowing(slug),
          `the page of ${slug}`,
        );
        if (isShowing(slug)) {
          const [{ kind, facts, first_day, days_affected }] = found.restatements;
          assert.equal(
            [found.count, kind, facts, first_day, days_affected],
            [1, 'changed', ['trades'], '2024-01-11', 2],
          );
          assert.equal(found, ownView);
          assert.is(rows.length, 1);
        } else {
          assert.equal([found.count, found.last_found_at, found.restatements], [0, null, []], slug);
          assert.equal(rows, [], slug);
        }
      }
    });
  });
}

restated('counts only days on which visible data changed', async () => {
  attacked ??= publishAttacked();
  const published = await attacked;
  await whileOpen(
    openServer({ dataDir: published.dataDir, clock, log: silentLog }),
    async (server) => {
      const { restatements } = (
        await server.app.inject('/api/v1/accounts/both?include=restatements')
      ).json();
      const [{ first_day, days_affected, profit_before, profit_after }] = restatements.restatements;
      assert.equal([first_day, days_affected], ['2024-02-05', 1]);
      assert.equal([profit_before, profit_after], [30, 31]);
      const { body } = await server.app.inject('/account/both/months.atom');
      const updated = [...body.matchAll(/<updated>([^<]*)<\/updated>/g)].map(([, at]) => at);
      const found = later.toISOString().replace('.000Z', 'Z');
      assert.equal(updated, [found, found, at], 'February is restated, January as old as the data');
      const rows = await restatedRows(published, 'shared_restatements');
      const [row] = rows.filter(({ slug }) => slug === 'both');
      assert.equal([row?.first_day, row?.days_affected], ['2024-02-05', '1']);
    },
  );
});

restated('is hidden by flags that there are', () => {
  const flags = new Set<string>(hidables);
  for (const [name, { shownIn, ...rule }] of Object.entries<Restatable>(restatables)) {
    assert.ok(
      [...shownIn, rule.hiddenBy ?? 'trades'].every((flag) => flags.has(flag)),
      name,
    );
  }
});

restated('has a digest of every part of trades, in the order of the rules', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(readSql('macros/digests'));
    const [row] = await database.rows('select trade_parts() as parts');
    const ofTrades = Object.entries(restatables).filter(([, { fact }]) => fact === 'trades');
    assert.equal(
      row?.parts,
      ofTrades.map(([name]) => name),
    );
  }),
);

restated.run();
