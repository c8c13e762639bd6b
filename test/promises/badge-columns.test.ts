import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import {
  accountTables,
  type SourceColumn,
  type Table,
  tables,
} from '../../pipeline/load/columns.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { enterAll, sentRows } from '../pipeline/deliveries/entering.ts';
import { closeWorld, now, openWorld, type World } from '../server/world.ts';
import { furnish } from '../support/furnish.ts';
import { runAt } from '../support/run-at.ts';

// An owner sends a confirmed row again, each time with another column changed. The badge must end.
const columns = suite('what an owner can change under a badge');

/** Columns whose change keeps the badge, each with the reason why that is right. */
const harmless: Readonly<Record<string, string>> = {
  'accounts.statement': 'it is a second report that says the same',
  'equity.balance': 'no figure uses it',
};

type Cells = Readonly<Record<string, unknown>>;

/** A confirmed row of each table, with a value in every column. */
const confirmed: Readonly<Record<string, Cells>> = {
  accounts: {
    platform: 'MT5',
    currency: 'USD',
    broker: 'Northwind',
    server: 'Northwind-Live',
    leverage: 100,
    demo: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-02-20T09:00:00Z',
    opening_balance: 1000,
    reported_balance: 1075,
    statement: 'a',
  },
  trades: {
    ticket: '1',
    symbol: 'EURUSD',
    side: 'buy',
    volume: 0.1,
    open_price: 1.1,
    close_price: 1.2,
    stop_loss: 1,
    stops_known: true,
    take_profit: 1.3,
    opened_at: '2026-02-03T08:00:00Z',
    closed_at: '2026-02-03T09:00:00Z',
    profit: 30,
    commission: -2,
    opening_commission: -1,
    swap: -1,
    comment: 'swing',
    magic_number: 7,
    mae: -5,
    mfe: 40,
  },
  cash_flows: { id: 'f', at: '2026-02-03T10:00:00Z', amount: 50, kind: 'flow' },
  equity: { at: '2026-02-03T12:00:00Z', balance: 1077, equity: 1080, margin: 100 },
  positions: {
    ticket: '9',
    symbol: 'EURUSD',
    side: 'buy',
    volume: 0.1,
    open_price: 1.1,
    stop_loss: 1,
    take_profit: 1.3,
    opened_at: '2026-02-19T08:00:00Z',
    profit: 3,
    commission: -1,
    swap: -1,
    comment: 'swing',
    magic_number: 7,
    reported_at: '2026-02-20T08:30:00Z',
  },
  position_reports: { reported_at: '2026-02-20T08:30:00Z' },
  printed_figures: {
    statement: 'a',
    figure: 'balance',
    value: 1075,
    decimals: 2,
    covered_from: '2026-01-01T00:00:00Z',
    printed_at: '2026-02-20T09:00:00Z',
  },
};

/** Later trade, on the newest day. */
const later = {
  ...confirmed.trades,
  ticket: '2',
  opened_at: '2026-02-05T08:00:00Z',
  closed_at: '2026-02-05T09:00:00Z',
};

/** Rows that an owner adds to the newest confirmed day. */
const added: Readonly<Record<string, Cells>> = {
  trades: { ...later, ticket: '3', closed_at: '2026-02-05T10:00:00Z' },
  cash_flows: { ...confirmed.cash_flows, id: 'g', at: '2026-02-05T10:00:00Z' },
  equity: { ...confirmed.equity, at: '2026-02-05T12:00:00Z' },
  positions: { ...confirmed.positions, ticket: '10' },
};

/** Returns another value of the kind of a column. */
function changed({ kind, choices }: SourceColumn, value: unknown): unknown {
  if (kind === 'choice') return Object.keys(choices ?? {}).find((choice) => choice !== value);
  if (kind === 'currency') return 'EUR';
  if (kind === 'boolean') return value !== true;
  if (kind === 'timestamp') return new Date(Date.parse(`${value}`) + 60_000).toISOString();
  if (typeof value === 'number') return kind === 'integer' ? value + 1 : value * 1.5;
  return `${value ?? ''}0`;
}

/** Row that an owner sends after the badge was given. */
interface Change {
  readonly name: string;
  readonly table: string;
  readonly row: Cells;
}

/** Change of an account of its own. */
interface Case extends Change {
  readonly accountId: string;
  readonly slug: string;
}

const withColumnChanged = ({ name: table }: Table, column: SourceColumn): Change => {
  const row = confirmed[table] ?? {};
  const { name } = column;
  return { name: `${table}.${name}`, table, row: { ...row, [name]: changed(column, row[name]) } };
};

const cases: readonly Case[] = [
  ...tables
    .filter(({ name }) => accountTables.includes(name))
    .flatMap((table) =>
      table.columns
        .filter(({ name, isSetByLoad }) => !isSetByLoad && name !== 'account_id')
        .map((column) => withColumnChanged(table, column)),
    ),
  ...Object.entries(added).map(([table, row]) => ({ name: `a row of ${table}`, table, row })),
].map((change, at) => ({ ...change, accountId: `MT5:${at}@Live`, slug: `case-${at}` }));

const steadyId = 'MT5:steady@Live';

/** Names the portfolio of an account and a steady one. */
const ofBoth = (slug: string): string => `both-${slug}`;

type Sent = readonly [account: Pick<Case, 'accountId'>, digest: string, rows: object];

async function enter({ dataDir }: World, sent: readonly Sent[]) {
  const database = await openDeliveries({ path: dataDir.inbox.database }, () => now);
  const source = 'owner_statement' as const;
  await enterAll(
    database,
    sent.map(([{ accountId }, digest, rows]) =>
      sentRows(
        accountId,
        `${accountId} ${digest}`,
        Object.fromEntries(Object.entries(rows).map(([table, row]) => [table, [row].flat()])),
        { source, owner: 'desk' },
      ),
    ),
  );
  await database.close();
}

async function publish({ dataDir, registry, snapshots }: World): Promise<void> {
  const sources = [join(dataDir.path, 'source')];
  await runAt(now, { dataDir, registry }, { sources, strict: true });
  await snapshots.refresh();
}

columns('end the badge, unless the column is harmless', async () => {
  const world = await openWorld({ facts: null });
  try {
    await furnish(world.dataDir);
    mkdirSync(join(world.dataDir.path, 'source'));
    const rates = join(world.dataDir.path, 'source', 'fx_rates.csv');
    writeFileSync(rates, 'date,base,quote,rate\n2026-01-01,EUR,USD,1.1\n');
    const registered = cases.map(({ accountId, slug }) => ({
      slug,
      type: 'account',
      account_id: accountId,
      owner: 'desk',
      name: slug,
      published: true,
    }));
    await applyRegistry(world.registry, { owners: [{ slug: 'desk', plan: 'ultra' }] });
    await applyRegistry(world.registry, { accounts: registered });
    const steady = { ...registered[0], slug: 'steady', account_id: steadyId };
    const portfolios = cases.map(({ slug }) => ({
      slug: ofBoth(slug),
      type: 'portfolio',
      owner: 'desk',
      name: slug,
      published: true,
      currency: 'USD',
      members: [slug, steady.slug],
    }));
    await applyRegistry(world.registry, { accounts: [steady, ...portfolios] });
    const all = { ...confirmed, trades: [confirmed.trades, later] };
    await enter(world, [
      ...cases.map((each) => [each, 'first', all] as const),
      [{ accountId: steadyId }, 'first', { accounts: confirmed.accounts, trades: later }] as const,
    ]);
    await publish(world);
    const marked = cases.flatMap(({ slug }) => [slug, ofBoth(slug)]);
    const marks = marked.map((slug) => ({ slug, verified: { track_record: true } }));
    await applyRegistry(world.registry, { accounts: marks }, { actor: 'op' });
    await publish(world);
    const badgeOf = async (slug: string): Promise<boolean> =>
      (await world.read(`/api/v1/accounts/${slug}`)).verified.track_record;
    for (const slug of marked) assert.is(await badgeOf(slug), true, slug);
    await enter(
      world,
      cases.map((each) => [each, 'again', { [each.table]: each.row }]),
    );
    await publish(world);
    const confirmedStill: string[] = [];
    for (const { slug, name } of cases) {
      if (await badgeOf(slug)) confirmedStill.push(name);
      if (await badgeOf(ofBoth(slug))) confirmedStill.push(`${name} of a portfolio`);
    }
    const expected = Object.keys(harmless).flatMap((name) => [name, `${name} of a portfolio`]);
    assert.equal(confirmedStill.sort(), expected.sort());
  } finally {
    await closeWorld(world);
  }
});

columns.run();
