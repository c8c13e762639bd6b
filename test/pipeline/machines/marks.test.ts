import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { chainLines, parseLink } from '../../../pipeline/publish/snapshot/chain.ts';
import { verifyChain } from '../../../pipeline/publish/snapshot/verify-chain.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { verifyMarks } from '../../../pipeline/run/verify-marks.ts';
import type { SourceName } from '../../../sql/raw/source_names.ts';
import { openForEntering } from '../deliveries/entering.ts';
import { account, asOf, type Desk, idOf, trade, withDesk } from '../desk.ts';
import { clusterAt } from './cluster.ts';

const marks = suite('badges on several machines');

const names = ['corrected', 'added', 'worse', 'broker', 'untouched'] as const;
type Name = (typeof names)[number];

const entries = names.map((name) => ({
  slug: name,
  type: 'account',
  account_id: idOf(name),
  owner: 'desk',
  name,
  owner_data: true,
}));

const world = {
  owners: [{ slug: 'desk', name: 'Desk', plan: 'ultra' }],
  accounts: [
    ...entries,
    ...[
      { slug: 'with-added', members: ['added', 'untouched'] },
      { slug: 'with-corrected', members: ['corrected', 'untouched'] },
    ].map((portfolio) => ({
      type: 'portfolio',
      owner: 'desk',
      name: portfolio.slug,
      currency: 'USD',
      ...portfolio,
    })),
  ],
};

/** Makes a trade of an account, opened and closed on a day of June 2024. */
const tradeOn = (name: Name, day: number, profit: number, ticket = day) =>
  trade(name, ticket, {
    opened_at: `2024-06-0${day}T08:00:00Z`,
    closed_at: `2024-06-0${day}T09:00:00Z`,
    profit,
  });

const loaded = ['corrected', 'added', 'worse', 'untouched'] as const;
const accountRows = loaded.map((name) => account(name));
const before = loaded.flatMap((name) => [tradeOn(name, 3, 10), tradeOn(name, 4, -2)]);

/** Enters a delivery from this source. */
async function deliver(
  dataDir: DataDirectory,
  source: SourceName,
  name: Name,
  tables: Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  const deliveries = openForEntering(
    await openDeliveries({ path: dataDir.inbox.database }, () => asOf),
  );
  const lines = Object.entries(tables).map(
    ([table, rows]) => [table, rows.map((row) => JSON.stringify(row))] as const,
  );
  await deliveries.enter([
    {
      keyId: 'k',
      accountId: idOf(name),
      owner: 'desk',
      plan: 'ultra',
      source,
      received: 1,
      digest: `${source} ${JSON.stringify(lines)}`,
      idempotencyKey: null,
      accepted: 1,
      refused: [],
      isOfNow: false,
      terminal: null,
      lines: Object.fromEntries(lines),
    },
  ]);
  await deliveries.close();
}

/** Step that is done both on one machine and on several. */
interface Step {
  readonly does: string;
  files?(desk: Desk): void;
  deliver?(dataDir: DataDirectory): Promise<void>;
  decide?(registry: Registry): Promise<unknown>;
  /** Accounts with a valid track record badge after this step, each with who gives it. */
  readonly holds: readonly string[];
}

const mark = (slug: string, at: string) => ({
  slug,
  verified: { track_record: { by: 'Ann', at } },
});

const marked = ['corrected', 'added', 'worse', 'with-added', 'with-corrected'];

const steps: readonly Step[] = [
  {
    does: 'the first version, with marks given before it',
    files(desk) {
      desk.write('accounts.csv', accountRows);
      desk.write('trades.csv', before);
    },
    deliver: (dataDir) =>
      deliver(dataDir, 'broker_api', 'broker', {
        accounts: [account('broker', { reported_balance: 1005 })],
        trades: [tradeOn('broker', 3, 5)],
      }),
    decide: (registry) =>
      applyRegistry(registry, {
        accounts: marked.map((slug) => mark(slug, '2024-06-01T00:00:00Z')),
      }),
    holds: ['added', 'broker (broker)', 'corrected', 'with-added', 'with-corrected', 'worse'],
  },
  {
    does: 'the operator corrects a day, a program of the owner adds to one, a statement brings a new day, and a terminal a trade to what the broker had',
    files(desk) {
      desk.write('trades-2.csv', [tradeOn('corrected', 3, 11)]);
    },
    async deliver(dataDir) {
      await deliver(dataDir, 'owner_api', 'added', { trades: [tradeOn('added', 3, 900, 30)] });
      await deliver(dataDir, 'owner_statement', 'worse', { trades: [tradeOn('worse', 6, 700)] });
      await deliver(dataDir, 'terminal', 'broker', { trades: [tradeOn('broker', 6, 700)] });
    },
    holds: ['corrected', 'with-corrected'],
  },
  {
    does: 'marks are given again, and the broker has the trade too',
    deliver: (dataDir) =>
      deliver(dataDir, 'broker_api', 'broker', {
        accounts: [account('broker', { reported_balance: 1705 })],
        trades: [tradeOn('broker', 6, 700)],
      }),
    decide: (registry) =>
      applyRegistry(registry, {
        accounts: [mark('added', '2024-06-12T00:00:00Z'), mark('worse', '2024-06-12T00:00:00Z')],
      }),
    holds: ['added', 'broker (broker)', 'corrected', 'with-corrected', 'worse'],
  },
  {
    does: 'nothing happens',
    holds: ['added', 'broker (broker)', 'corrected', 'with-corrected', 'worse'],
  },
];

/** Returns the valid badges, when others lapsed, and their entries in the chain. */
async function stateOf(dataDir: DataDirectory, registry: Registry) {
  const accounts = await registry.accounts();
  const trail = await registry.markTrail();
  const links = [...chainLines(dataDir)].map((line) => parseLink(line)?.marks);
  return {
    holds: accounts
      .filter(({ verified }) => verified.track_record)
      .map(({ slug, broker_since }) => (broker_since === null ? slug : `${slug} (broker)`)),
    lapsed: accounts.filter(({ lapsed_at }) => lapsed_at !== null).map(({ slug }) => slug),
    trail,
    links,
    faults: await verifyMarks(verifyChain(dataDir), registry),
  };
}

const shards = 2;

marks('lapse and are given as on one machine', () =>
  withDesk(async (desk) => {
    const root = mkdtempSync(join(tmpdir(), 'trackrecord-marks-'));
    const clock = () => asOf;
    try {
      const cluster = clusterAt(root, {
        shards,
        accounts: new Map(names.map((name) => [idOf(name), name === 'broker' ? 1 : 0])),
        owners: new Map([['desk', 0]]),
      });
      const single = await openRegistry({ dataDir: desk.dataDir, clock });
      const several = await openRegistry({ dataDir: cluster.dataDir, clock });
      for (const registry of [single, several])
        await applyRegistry(registry, world, { actor: 'op' });
      for (const step of steps) {
        step.files?.(desk);
        for (const [registry, dataDir] of [
          [single, desk.dataDir],
          [several, cluster.dataDir],
        ] as const) {
          await step.decide?.(registry);
          await step.deliver?.(dataDir);
        }
        await desk.run({ registry: single });
        const registered = await several.accounts();
        await cluster.batch({ asOf, registered, sources: [desk.source], registry: several });
        const expected = await stateOf(desk.dataDir, single);
        assert.equal(expected.holds, step.holds, step.does);
        assert.equal(await stateOf(cluster.dataDir, several), expected, step.does);
        assert.equal(expected.faults, []);
      }
      await single.close();
      await several.close();
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }),
);

marks.run();
