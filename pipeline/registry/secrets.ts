import type { Transaction } from 'kysely';
import { randomDigits } from '../base/key-format.ts';
import { toStamp } from './instants.ts';
import type { Registry } from './registry.ts';
import { findRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Tables of secrets by how the ids of their rows begin. Only the hash of a secret is stored. */
const tablesByPrefix = { key_: 'api_keys', conn_: 'connection_keys', shr_: 'shares' } as const;

type Prefix = keyof typeof tablesByPrefix;
type SecretTable = (typeof tablesByPrefix)[Prefix];

/** Returns true for the id of a Connection Key. */
export const isConnectionId = (id: string): boolean => id.startsWith('conn_');

/** Returns what the row of a new secret has in every table. */
export const newSecret = (prefix: Prefix, sha256: string, now: Date) => ({
  id: `${prefix}${randomDigits(16)}`,
  sha256,
  created_at: toStamp(now),
  requests: 0,
});

/** Leaves out the hash, which must not leave the registry, and sorts by age, oldest first. */
export function listed<Row extends { sha256: string; created_at: string; id: string }>(
  rows: readonly Row[],
): Omit<Row, 'sha256'>[] {
  const orderOf = ({ created_at, id }: Row) => `${created_at} ${id}`;
  return rows
    .toSorted((first, second) => (orderOf(first) < orderOf(second) ? -1 : 1))
    .map(({ sha256: _, ...row }) => row);
}

/**
 * Revokes the secret with these values for every process, from its next request on. Returns its
 * row, null if it was revoked before, and undefined for unknown values.
 */
export async function revokeSecret<Table extends SecretTable>(
  db: Transaction<Tables>,
  table: Table,
  values: Partial<Tables[Table]>,
  now: Date,
): Promise<Tables[Table] | null | undefined> {
  const row = await findRow(db, table, values);
  if (row === undefined) return undefined;
  const { id, revoked_at }: Pick<Tables[SecretTable], 'id' | 'revoked_at'> = row;
  if (revoked_at !== null) return null;
  await updateRows<SecretTable>(db, table, { id }, { revoked_at: toStamp(now) });
  return row;
}

const maxIdsPerStatement = 10_000;

/**
 * Records the uses of secrets, the number of requests by id, in one write that leaves the revision
 * as it is.
 */
export async function noteUses(
  registry: Registry,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  if (uses.size === 0) return;
  const last_used_at = toStamp(registry.clock());
  // Most have one of few counts, so that few statements write them all.
  const lots = new Map<string, { table: SecretTable; count: number; ids: string[] }>();
  for (const [id, count] of uses) {
    const prefix = id.slice(0, id.indexOf('_') + 1) as Prefix;
    const table = tablesByPrefix[prefix];
    const lot = lots.get(`${table} ${count}`) ?? { table, count, ids: [] };
    lot.ids.push(id);
    lots.set(`${table} ${count}`, lot);
  }
  await registry.store.annotate(async (db) => {
    for (const { table, count, ids } of lots.values()) {
      for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
        await db
          .updateTable(table)
          .set((eb) => ({ last_used_at, requests: eb('requests', '+', count) }))
          .where('id', 'in', ids.slice(at, at + maxIdsPerStatement))
          .execute();
      }
    }
  });
}
