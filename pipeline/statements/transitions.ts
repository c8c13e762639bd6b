import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { modes, withPrivateModes } from '../base/modes.ts';
import { statementObject } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { addReceived, dayOf, limitMet } from '../deliveries/quota.ts';
import type { StatementRow } from '../deliveries/schema.ts';
import { fingerprint } from '../load/ledger.ts';
import type { Content } from '../publish/store/store.ts';
import { OverLimit } from '../registry/over-limit.ts';
import { objectOf, openOf, rowOf } from './queries.ts';
import {
  statementFiles as files,
  noOptions,
  type Reading,
  type StatementOptions,
  type StatementOwner,
} from './statement.ts';

/** Most unconfirmed statements of an owner. */
export const maxOpen = 20;

/** Thrown if an owner has too many unconfirmed statements. */
export class TooMany extends Error {}

export const contentOf = (path: string): Content => ({
  sha256: fingerprint(path),
  bytes: statSync(path).size,
});

/** Enters a statement whose file is stored, within the limits of its owner's plan. */
export async function enterStatement(
  { write, now, objects }: DeliveryDatabase,
  { slug: owner, plan }: StatementOwner,
  { id, name, file }: { readonly id: string; readonly name: string; readonly file: Content },
): Promise<StatementRow> {
  try {
    const entered = await write(async (db) => {
      const at = await now(db);
      if ((await openOf(db, owner)).length >= maxOpen) return new TooMany();
      const size = { rows: 0, bytes: 0, received: file.bytes };
      const limit = await limitMet(db, { owner, plan, at }, size);
      if (limit !== null) return new OverLimit(plan, limit);
      await addReceived(db, dayOf(at), new Map([[owner, file.bytes]]));
      return db
        .insertInto('statements')
        .values({
          id,
          owner,
          name,
          options: JSON.stringify(noOptions),
          dropped_at: at,
          file: JSON.stringify(file),
          sha256: file.sha256,
          read_since: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    if (entered instanceof Error) throw entered;
    return entered;
  } catch (error) {
    await objects.remove(statementObject(id, file)).catch(() => {});
    throw error;
  }
}

/** Fetches the file of a statement to this machine. */
export const fetchFile = (
  { objects }: DeliveryDatabase,
  { id, file }: StatementRow,
  folder: string,
): Promise<void> =>
  withPrivateModes(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    const content = objectOf(file ?? '');
    await objects.fetch(statementObject(id, content), content, join(folder, files.statement));
  });

/**
 * Claims a statement that no server has been reading for a while; undefined if another server reads
 * it.
 */
export const takeOver = ({ write, now, abandonedAfter }: DeliveryDatabase, id: string) =>
  write(async (db) => {
    const at = await now(db);
    const since = new Date(Date.parse(at) - abandonedAfter).toISOString();
    return db
      .updateTable('statements')
      .set({ read_since: at })
      .where('id', '=', id)
      .where('slugs', 'is', null)
      .where('reading', 'is', null)
      .where('read_since', '<=', since)
      .returningAll()
      .executeTakeFirst();
  });

/** Claims a statement to read it again with new options; undefined if it is confirmed. */
export const readAnew = ({ write, now }: DeliveryDatabase, id: string, options: StatementOptions) =>
  write(async (db) =>
    db
      .updateTable('statements')
      .set({ options: JSON.stringify(options), reading: null, read_since: await now(db) })
      .where('id', '=', id)
      .where('slugs', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  );

/** Stores the result of a reading, unless the options have changed since it began. */
export async function storeReading(
  database: DeliveryDatabase,
  { id, owner, options, rows: before }: StatementRow,
  reading: Reading,
  path: string,
): Promise<void> {
  const { objects, write } = database;
  const content = existsSync(path) ? contentOf(path) : null;
  if (content !== null) await objects.put(statementObject(id, content), content, path);
  const rows = content && JSON.stringify(content);
  await write((db) =>
    db
      .updateTable('statements')
      .set({ reading: JSON.stringify(reading), rows })
      .where('id', '=', id)
      .where('options', '=', options)
      .where('slugs', 'is', null)
      .where('reading', 'is', null)
      .execute(),
  );
  const needed = (await rowOf(database, owner, id))?.rows;
  for (const object of new Set([before, rows])) {
    if (object && object !== needed) await objects.remove(statementObject(id, objectOf(object)));
  }
}
