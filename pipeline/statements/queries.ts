import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { quotedReason } from '../base/reasons/reason.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { receiptColumns, refusalsOf } from '../deliveries/receipts.ts';
import type { DeliveryTables, StatementRow } from '../deliveries/schema.ts';
import { isRefused, type Reading, type Statement } from './statement.ts';

/** Makes an id; ids sort in the order in which statements came. */
export const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/\D/g, '')}-${randomBytes(16).toString('hex')}`;

/** Columns of a statement but for its file and rows, which may be large. */
export const describedColumns = [
  ...(['id', 'owner', 'name', 'options', 'dropped_at'] as const),
  ...(['sha256', 'reading', 'read_since', 'slugs'] as const),
] as const;

/** Statement without its file and rows. */
export type DescribedStatement = Pick<StatementRow, (typeof describedColumns)[number]>;

export const readingOf = (json: string | null): Reading | null =>
  json === null ? null : JSON.parse(json);

/** Reads the statements of an owner that wait to be confirmed, without files that were refused. */
export async function openOf(
  db: Kysely<DeliveryTables>,
  owner: string,
): Promise<readonly DescribedStatement[]> {
  const rows = await db
    .selectFrom('statements')
    .select(describedColumns)
    .where('owner', '=', owner)
    .where('slugs', 'is', null)
    .orderBy('id')
    .execute();
  return rows.filter(({ reading }) => !isRefused(readingOf(reading)));
}

const ofOwner = (db: Kysely<DeliveryTables>, owner: string, id: string) =>
  db
    .selectFrom('statements')
    .select(describedColumns)
    .where('id', '=', id)
    .where('owner', '=', owner);

export const rowOf = ({ read }: DeliveryDatabase, owner: string, id: string) =>
  read((db) => ofOwner(db, owner, id).executeTakeFirst());

/** Reads a statement with its rows. */
export const rowWithRows = ({ read }: DeliveryDatabase, owner: string, id: string) =>
  read((db) => ofOwner(db, owner, id).select('rows').executeTakeFirst());

/** Describes a statement for its owner; a confirmed one with the state of its deliveries. */
export async function statementOf(
  { read }: DeliveryDatabase,
  row: DescribedStatement,
): Promise<Statement> {
  const { id, owner, name } = row;
  const statement = { id, owner, name, options: JSON.parse(row.options) };
  const reading = readingOf(row.reading);
  if (row.slugs === null) return { ...statement, reading, state: 'open', slugs: [] };
  const slugs: readonly string[] = JSON.parse(row.slugs);
  const all = await read((db) =>
    db
      .selectFrom('deliveries')
      .select(receiptColumns)
      .where('statement', '=', id)
      .orderBy('number')
      .execute(),
  );
  if (all.some(({ state }) => state === 'received')) {
    return { ...statement, reading, state: 'confirmed', slugs };
  }
  const isRefused = all.length > 0 && all.every(({ state }) => state === 'refused');
  if (!isRefused) {
    const isLoading = all.some(({ state }) => state === 'loaded');
    return { ...statement, reading, state: isLoading ? 'taken' : 'published', slugs };
  }
  const problem = (all[0] && refusalsOf(all[0]).rejected.at(-1)?.reason) ?? quotedReason('');
  return { ...statement, reading: { problem }, state: 'refused', slugs };
}

const hour = 60 * 60 * 1000;
const openHours = 48;
const confirmedHours = 90 * 24;
/** Most statements that one call deletes. */
const atOnce = 20;

/**
 * Deletes statements that nobody confirmed for two days, and those confirmed long ago. `folder` is
 * the folder in which this machine reads files.
 */
export async function forgetOld({ write, now }: DeliveryDatabase, folder: string): Promise<void> {
  const instant = await write(async (db) => {
    const at = Date.parse(await now(db));
    const before = (hours: number) => new Date(at - hours * hour).toISOString();
    await db
      .deleteFrom('statements')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('statements')
          .select('id')
          .where('dropped_at', '<', before(openHours))
          .where(({ or, eb: column }) =>
            or([column('slugs', 'is', null), column('dropped_at', '<', before(confirmedHours))]),
          )
          .limit(atOnce),
      )
      .execute();
    return at;
  });
  const oldest = newId(new Date(instant - openHours * hour));
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    if (id < oldest) rmSync(join(folder, id), { recursive: true, force: true });
  }
}
