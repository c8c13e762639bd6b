import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { emptyId, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import type { JsonObject } from '../oracle/json.ts';
import { readPublications } from '../oracle/read-world.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import type { Publication, World } from '../oracle/world.ts';
import { writeWorld } from '../oracle/write-world.ts';
import { temporaryDirectory, withDirectory } from './directory.ts';
import { furnish } from './furnish.ts';
import { goldenDirectory } from './golden.ts';
import { runAt } from './run-at.ts';
import { whileOpen } from './while-open.ts';

/** Data directory in which a scenario is published. */
export interface Scenario {
  dataDir: DataDirectory;
  accounts: RegistryAccount[];
  snapshot: Snapshot;
  /** Account object, sections and lists, by the oracle's names. */
  read(slug: string): JsonObject;
  remove(): void;
}

/** Data directory in which a world is published, and the run that did it. */
export interface Published extends Scenario {
  result: RunResult;
}

const registeredAt = new Date('2024-06-30T00:00:00Z');

/**
 * Applies `registry.json` of a directory, runs the pipeline over its `source`, and opens the
 * result.
 */
export const publishWorld = (
  directory: string,
  asOf: Date,
  options: Partial<RunOptions> = {},
): Promise<Published> => publishWorlds([directory], asOf, options);

/** Publishes a world as source files. */
export const publishTables = (
  world: World,
  asOf: Date,
  options?: Partial<RunOptions>,
): Promise<Published> =>
  withDirectory(async (directory) => {
    await writeWorld(world, directory);
    return publishWorld(directory, asOf, options);
  });

/**
 * Publishes a scenario, once for all test processes. Each test has its own copy of the data
 * directory.
 */
export async function publishScenario(scenario: string, asOf: Date): Promise<Scenario> {
  const name = `scenario-${scenario}-${asOf.getTime()}`;
  const golden = await goldenDirectory(name, async (made) => {
    const published = await publishWorld(join(scenariosDirectory, scenario), asOf);
    copyData(published.dataDir.path, join(made, 'data'));
    published.remove();
  });
  const dataDir = dataDirectory(temporaryDirectory());
  copyData(join(golden, 'data'), dataDir.path);
  const registry = await openRegistry({ dataDir, clock: () => registeredAt });
  const accounts = await registry.accounts();
  await registry.close();
  return openPublished(dataDir, currentVersion(dataDir) ?? 'none', accounts);
}

const copyData = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });

/** Publishes several directories in one run. They must have no account and no slug in common. */
export async function publishWorlds(
  directories: readonly string[],
  asOf: Date,
  options: Partial<RunOptions> = {},
): Promise<Published> {
  const dataDir = options.dataDir ?? dataDirectory(temporaryDirectory());
  await furnish(dataDir);
  return whileOpen(openRegistry({ dataDir, clock: () => registeredAt }), async (registry) => {
    for (const directory of directories) {
      const decisions: unknown = JSON.parse(readFileSync(join(directory, 'registry.json'), 'utf8'));
      await applyRegistry(registry, decisions);
      await putPublications(registry, readPublications(directory));
    }
    const result = await runAt(
      asOf,
      { dataDir, registry },
      { sources: directories.map((directory) => join(directory, 'source')), ...options },
    );
    return { result, ...openPublished(dataDir, result.version, await registry.accounts()) };
  });
}

/**
 * Notes when strangers could read accounts, as if earlier runs had noted it. What is noted already
 * stays.
 */
export async function putPublications(
  registry: Registry,
  publications: Readonly<Record<string, Publication>>,
): Promise<void> {
  const unnoted = (await registry.accounts()).filter(({ publication }) => publication === null);
  const rows = unnoted.flatMap(({ slug, account_id, type, members }) => {
    const publication = publications[slug];
    if (publication === undefined) return [];
    const { gaps, ...times } = publication;
    return {
      subject: account_id ?? portfolioId(slug),
      ...times,
      gaps: JSON.stringify(gaps),
      members: type === 'portfolio' ? JSON.stringify([...members].sort()) : null,
    };
  });
  if (rows.length === 0) return;
  await registry.store.write((db) => db.insertInto('publications').values(rows).execute());
}

function openPublished(
  dataDir: DataDirectory,
  version: string,
  accounts: RegistryAccount[],
): Scenario {
  const snapshot = openSnapshot(dataDir, version);
  return {
    dataDir,
    accounts,
    snapshot,
    read: (slug) => readAccount(snapshot, accounts, slug),
    remove() {
      snapshot.close();
      rmSync(dataDir.path, { recursive: true, force: true });
    },
  };
}

/** Reads the account object with its sections and lists, by the names the oracle gives them. */
export function readAccount(
  snapshot: Snapshot,
  accounts: readonly RegistryAccount[],
  slug: string,
): JsonObject {
  const account = accounts.find((entry) => entry.slug === slug);
  if (!account) throw new Error(`no account ${slug}`);
  const privateId = account.account_id ?? portfolioId(slug);
  const id = snapshot.entry(privateId) ? privateId : emptyId;
  const parse = (part: (typeof sectionNames)[number] | 'summary') =>
    JSON.parse(String(snapshot.part(id, part)));
  const list = (name: 'trades' | 'positions') => {
    const stored = snapshot.list(id, name);
    return JSON.parse(`[${stored?.slice(0, stored.index.rows)}]`);
  };
  const { type, history_cut_at } = account;
  return {
    account: { type, slug, history_cut_at, ...parse('summary') },
    ...Object.fromEntries(sectionNames.map((name) => [name, parse(name)])),
    trades: list('trades'),
    positions: list('positions'),
  };
}
