import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { relationsIn } from '../../pipeline/duckdb/sql-files.ts';
import { partNames } from '../../pipeline/publish/snapshot/layout.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { verifySnapshot } from '../../pipeline/run/verify.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { type Row, type TableName, tableColumns, tableNames, type World } from '../oracle/world.ts';
import { registeredAccount, registeredPortfolio, withDesk } from '../pipeline/desk.ts';
import { furnish } from '../support/furnish.ts';
import { isInFull } from '../support/in-full.ts';
import { randomFrom } from '../support/random.ts';

const incremental = suite('incremental');
const sequences = Number(process.env.FC_RUNS ?? (isInFull ? 3 : 1));
const firstSeed = Number(process.env.FC_SEED ?? 1);
/** Number of changes in one run. Changes that come alone are checked in full. */
const changesAtOnce = isInFull ? 1 : 3;
/** A run from nothing takes longer than everything else here. */
const comparedEvery = 4;
const day = 86_400_000;

/** Changes by operators and owners so far. */
interface State {
  rows: Record<TableName, Row[]>;
  registered: RegistryAccount[];
  /** Worlds that give new rows. */
  donor: World;
  asOf: Date;
  step: number;
  below(limit: number): number;
}

/** Rows of one change. */
type Incoming = Partial<Record<TableName, Row[]>>;
type Change = (state: State) => Incoming;

const pick = <Item>(state: State, items: readonly Item[]): Item[] =>
  items.filter(() => state.below(items.length) < 4);

const anyAccount = ({ rows, below }: State): string =>
  rows.accounts[below(rows.accounts.length)]?.account_id ?? '';

const dateOf = (state: State): string =>
  new Date(Date.UTC(2023, 10, 1 + state.below(200))).toISOString().slice(0, 10);

/** Gives rows of another world to known accounts, under new keys. */
const borrowed = (state: State, table: 'trades' | 'cash_flows' | 'equity'): Row[] =>
  pick(state, state.donor[table]).map((row, at) => ({
    ...row,
    account_id: anyAccount(state),
    ...(table === 'trades' && { ticket: `new-${state.step}-${at}` }),
    ...(table === 'cash_flows' && { id: `new-${state.step}-${at}` }),
  }));

const nothing = 'nothing at all';
const changes: Record<string, Change> = {
  'new trades': (state) => ({ trades: borrowed(state, 'trades') }),
  'trades that come again with another result': (state) => ({
    trades: pick(state, state.rows.trades).map((row) => ({
      ...row,
      profit: String(state.below(900) - 450),
    })),
  }),
  'trades that come again at another time': (state) => ({
    trades: pick(state, state.rows.trades).map((row) => ({
      ...row,
      opened_at: '2023-11-01T00:00:00Z',
      closed_at: `${dateOf(state)}T09:00:00Z`,
    })),
  }),
  'new cash flows': (state) => ({ cash_flows: borrowed(state, 'cash_flows') }),
  'cash flows that turn out to be credit': (state) => ({
    cash_flows: pick(state, state.rows.cash_flows).map((row) => ({ ...row, kind: 'credit' })),
  }),
  'equity reports': (state) => ({ equity: borrowed(state, 'equity') }),
  'newer positions': (state) => ({
    positions: pick(state, [...state.rows.positions, ...state.donor.positions]).map((row) => ({
      ...row,
      account_id: anyAccount(state),
      reported_at: new Date(Date.UTC(2024, 5, 1 + state.step)).toISOString(),
    })),
  }),
  'another opening balance': (state) => ({
    accounts: pick(state, state.rows.accounts).map((row) => ({
      ...row,
      opening_balance: String(1 + state.below(9000)),
    })),
  }),
  'an account never seen before': (state) => {
    const account_id = `MT4:new-${state.step}@Random`;
    const [like] = state.rows.accounts;
    state.registered.push(registeredAccount(`new-${state.step}`, { account_id }));
    const trades = pick(state, state.donor.trades).map((row) => ({ ...row, account_id }));
    return { accounts: like ? [{ ...like, account_id }] : [], trades };
  },
  'exchange rates': (state) => ({
    fx_rates: ['EUR', 'JPY', 'BTC'].map((base) => ({
      date: dateOf(state),
      base,
      quote: 'USD',
      rate: String(1 + state.below(100) / 100),
    })),
  }),
  'a pip size': (state) => ({
    symbols: [
      { symbol: 'EURUSD', pip_size: ['0.01', '0.001'][state.step % 2] ?? '1', server: null },
    ],
  }),
  'history cuts': (state) => {
    state.registered = state.registered.map((entry) =>
      entry.type === 'portfolio' || state.below(2) === 0
        ? entry
        : { ...entry, history_cut_at: state.below(3) === 0 ? null : dateOf(state) },
    );
    return {};
  },
  'other members': (state) => {
    const slugs = state.registered.flatMap(({ type, slug }) => (type === 'account' ? [slug] : []));
    const members = slugs.filter(
      (_, at) => at === state.step % slugs.length || state.below(2) === 0,
    );
    state.registered = state.registered.map((entry) =>
      entry.slug === 'all' ? { ...entry, members } : entry,
    );
    return {};
  },
  'a portfolio more or less': (state) => {
    const otherRegistered = state.registered.filter(({ slug }) => slug !== 'some');
    const isThere = otherRegistered.length < state.registered.length;
    const [first] = otherRegistered;
    state.registered = isThere
      ? otherRegistered
      : [...otherRegistered, registeredPortfolio('some', first ? [first.slug] : [])];
    return {};
  },
  'the next day': (state) => {
    state.asOf = new Date(state.asOf.getTime() + day);
    return {};
  },
  'a day in the next week, month or year': (state) => {
    state.asOf = new Date(state.asOf.getTime() + (1 + state.below(400)) * day);
    return {};
  },
  [nothing]: () => ({}),
};

/** Kinds of change in each run, in a random order. No change comes alone. */
function orderOf(state: State): string[][] {
  const names = Object.keys(changes)
    .filter((name) => name !== nothing)
    .map((name) => ({ name, key: state.below(1000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ name }) => name);
  const runs = Array.from({ length: Math.ceil(names.length / changesAtOnce) }, (_, run) =>
    names.slice(run * changesAtOnce, (run + 1) * changesAtOnce),
  );
  return [...runs, [nothing]];
}

/** Collects the rows of one change after the other. From then on they are known. */
function bringIn(state: State, names: readonly string[]): Incoming {
  const all: Incoming = {};
  for (const name of names) {
    const incoming = changes[name]?.(state) ?? {};
    for (const table of tableNames) {
      const rows = incoming[table] ?? [];
      state.rows[table].push(...rows);
      all[table] = [...(all[table] ?? []), ...rows];
    }
  }
  return all;
}

function startOf(seed: number): State {
  const [world, donor] = fc
    .sample(randomWorld(), { numRuns: 40, seed })
    .filter(({ accounts, trades }) => accounts.length > 1 && trades.length > 30);
  if (!world || !donor) throw new Error(`seed ${seed} gives no worlds`);
  const random = randomFrom(seed);
  const rates = ['EUR', 'JPY', 'BTC'].map((base) => ({
    date: '2023-01-01',
    base,
    quote: 'USD',
    rate: '1.5',
  }));
  const accounts = world.registry.accounts.filter(({ type }) => type === 'account');
  return {
    rows: { ...structuredClone(tablesOf(world)), fx_rates: rates },
    registered: [
      ...accounts.map(({ slug, account_id, history_cut_at }) =>
        registeredAccount(slug, {
          account_id: account_id ?? null,
          history_cut_at: history_cut_at ?? null,
        }),
      ),
      registeredPortfolio(
        'all',
        accounts.map(({ slug }) => slug),
      ),
    ],
    donor,
    asOf: randomAsOf,
    step: 0,
    below: (limit) => Math.floor(random() * limit),
  };
}

function tablesOf(world: World): Record<TableName, Row[]> {
  const { registry: _, ...rows } = world;
  return JSON.parse(JSON.stringify(rows));
}

function writeSource(directory: string, incoming: Incoming): void {
  mkdirSync(directory);
  for (const table of tableNames) {
    const rows = incoming[table] ?? [];
    if (rows.length === 0) continue;
    const columns = tableColumns[table];
    const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
    writeFileSync(join(directory, `${table}.csv`), stringify([columns, ...cells]));
  }
}

/** Lists accounts and parts that differ between the published versions of two data directories. */
function differences(one: string, other: string): string[] {
  const left = openSnapshot(dataDirectory(one), currentVersion(dataDirectory(one)) ?? '');
  const right = openSnapshot(dataDirectory(other), currentVersion(dataDirectory(other)) ?? '');
  const found: string[] = [];
  for (const id of new Set([...left.ids(), ...right.ids()])) {
    const { parts: _, ...identity } = left.entry(id) ?? { parts: {} };
    const { parts: __, ...expected } = right.entry(id) ?? { parts: {} };
    if (JSON.stringify(identity) !== JSON.stringify(expected)) found.push(`${id} identity`);
    for (const part of partNames) {
      // A run from nothing has no earlier version to compare with.
      if (part === 'restatements') continue;
      const bytes = left.part(id, part) ?? Buffer.from('none');
      if (!bytes.equals(right.part(id, part) ?? Buffer.from('none'))) found.push(`${id} ${part}`);
    }
  }
  left.close();
  right.close();
  return found;
}

/** Lists marts that differ between two warehouses. */
async function martDifferences(one: string, other: string): Promise<string[]> {
  const database = await openDatabase(':memory:', { threads: 1 });
  await database.run(`attach '${dataDirectory(one).warehouse}' as one (read_only)`);
  await database.run(`attach '${dataDirectory(other).warehouse}' as other (read_only)`);
  const found: string[] = [];
  for (const mart of [...relationsIn('marts'), 'subjects', 'subject_members', 'trades']) {
    // The number of an account depends on the run that brought it.
    const rows = `select ${mart === 'trades' ? '* exclude (account_no)' : '*'} from`;
    const [row] = await database.rows(`select count(*) as rows from (
      (${rows} one.${mart} except all ${rows} other.${mart})
      union all
      (${rows} other.${mart} except all ${rows} one.${mart}))`);
    if (row?.rows !== '0') found.push(`${mart}: ${row?.rows} rows`);
  }
  database.close();
  return found;
}

for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) {
  incremental(`after any change equals a run from nothing: sequence ${seed}`, () =>
    withDesk(async (desk) => {
      const state = startOf(seed);
      const sources = [join(desk.source, 'start')];
      writeSource(sources[0] ?? '', state.rows);
      const fresh = `${desk.dataDir.path}-fresh`;
      const order = orderOf(state);
      const run = (dataDir: DataDirectory, sources: readonly string[]) =>
        desk.run({
          dataDir,
          sources: sources,
          asOf: state.asOf,
          registry: { accounts: async () => state.registered },
        });
      const { load, warnings } = await run(desk.dataDir, sources);
      const unexpected = warnings.filter((line) => !line.includes(' does not reconcile: '));
      assert.equal([load.rowsRejected, load.failures, unexpected], [0, [], []]);

      for (const names of order) {
        state.step += 1;
        const source = join(desk.source, `step-${state.step}`);
        writeSource(source, bringIn(state, names));
        sources.push(source);
        const next = await run(desk.dataDir, [source]);
        assert.is(next.load.rowsRejected, 0, names.join(', '));
        if (names.includes(nothing)) assert.is(next.accountsComputed, 0);
        if (state.step % comparedEvery > 0 && state.step < order.length) continue;
        await furnish(dataDirectory(fresh));
        const whole = await run(dataDirectory(fresh), sources);
        const place = `up to step ${state.step} of ${order.join('; ')}`;
        assert.equal(differences(desk.dataDir.path, fresh), [], place);
        assert.is(next.version.slice(7), whole.version.slice(7), place);
        rmSync(state.step < order.length ? fresh : 'nothing', { recursive: true, force: true });
      }
      assert.equal(await martDifferences(desk.dataDir.path, fresh), []);
      assert.equal((await verifySnapshot(desk.dataDir, {})).faults, []);
    }),
  );
}

incremental.run();
