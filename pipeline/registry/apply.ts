import { userInfo } from 'node:os';
import { recordChanges } from './audit.ts';
import { type Applied, decide } from './decide.ts';
import type { Registry } from './registry.ts';
import { upsertAccounts, upsertOwners } from './upsert.ts';

export interface ApplyOptions {
  /** Who decides, for the audit trail; whoever runs this process unless named. */
  readonly actor?: string;
  readonly clock?: () => Date;
}

/** Puts every entry of the JSON in force at once, or names all that is wrong with it and changes nothing. */
export async function applyRegistry(
  registry: Registry,
  json: unknown,
  { actor = userOfProcess(), clock = registry.clock }: ApplyOptions = {},
): Promise<Applied> {
  return registry.store.write(async (db) => {
    const now = clock();
    const { owners, accounts, applied } = await decide(db, json, now);
    await upsertOwners(db, owners);
    await upsertAccounts(db, accounts);
    await recordChanges(db, applied.changes, actor, now);
    return applied;
  });
}

/** What `applyRegistry` would do or refuse, with nothing changed. */
export async function checkRegistry(
  registry: Registry,
  json: unknown,
  clock: () => Date = registry.clock,
): Promise<Applied> {
  const { applied } = await registry.store.read((db) => decide(db, json, clock()));
  return applied;
}

/** Name of the operating system's user that runs this process. */
export function userOfProcess(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
