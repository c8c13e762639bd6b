import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { emptyId, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { openSnapshot, type Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import { runOnce } from '../../pipeline/run/run.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import type { JsonObject } from '../oracle/json.ts';
import { temporaryDirectory } from './directory.ts';
import { furnish } from './furnish.ts';

/** Data directory in which a world is published. */
export interface Published {
  dataDir: DataDirectory;
  result: RunResult;
  accounts: RegistryAccount[];
  snapshot: Snapshot;
  /** Account object, sections and lists, by the oracle's names. */
  read(slug: string): JsonObject;
  remove(): void;
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

/** Publishes several directories in one run. They must have no account and no slug in common. */
export async function publishWorlds(
  directories: readonly string[],
  asOf: Date,
  options: Partial<RunOptions> = {},
): Promise<Published> {
  const dataDir = options.dataDir ?? dataDirectory(temporaryDirectory());
  await furnish(dataDir);
  const registry = await openRegistry({ dataDir, clock: () => registeredAt });
  try {
    for (const directory of directories) {
      const decisions: unknown = JSON.parse(readFileSync(join(directory, 'registry.json'), 'utf8'));
      await applyRegistry(registry, decisions);
    }
    const result = await runOnce({
      dataDir,
      sources: directories.map((directory) => join(directory, 'source')),
      registry,
      asOf,
      clock: () => asOf,
      log: silentLog,
      threads: 1,
      ...options,
    });
    const accounts = await registry.accounts();
    const snapshot = openSnapshot(dataDir, result.version);
    return {
      dataDir,
      result,
      accounts,
      snapshot,
      read: (slug) => readAccount(snapshot, accounts, slug),
      remove() {
        snapshot.close();
        rmSync(dataDir.path, { recursive: true, force: true });
      },
    };
  } finally {
    await registry.close();
  }
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
