import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { modes } from '../base/modes.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { addReceived, dayOf, limitMet } from '../deliveries/quota.ts';
import { OverLimit } from '../registry/over-limit.ts';
import { type DescribedStatement, describedColumns, openOf } from './queries.ts';
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

/** Enters a statement with its file, within the limits of its owner's plan. */
export async function enterStatement(
  { write, now }: DeliveryDatabase,
  { slug: owner, plan }: StatementOwner,
  { id, name, path }: { readonly id: string; readonly name: string; readonly path: string },
): Promise<DescribedStatement> {
  const content = readFileSync(path);
  const file = await promisify(gzip)(content);
  const entered = await write(async (db) => {
    const at = await now(db);
    if ((await openOf(db, owner)).length >= maxOpen) return new TooMany();
    const size = { rows: 0, bytes: 0, received: content.length };
    const limit = await limitMet(db, { owner, plan, at }, size);
    if (limit !== null) return new OverLimit(plan, limit);
    await addReceived(db, dayOf(at), new Map([[owner, content.length]]));
    return db
      .insertInto('statements')
      .values({
        id,
        owner,
        name,
        options: JSON.stringify(noOptions),
        dropped_at: at,
        sha256: hash('sha256', content, 'hex'),
        read_since: at,
        file,
      })
      .returning(describedColumns)
      .executeTakeFirstOrThrow();
  });
  if (entered instanceof Error) throw entered;
  return entered;
}

/** Writes the file of a statement to a new folder, for this user alone. */
export async function fetchFile(
  { read }: DeliveryDatabase,
  { id }: Pick<DescribedStatement, 'id'>,
  folder: string,
): Promise<void> {
  const { file } = await read((db) =>
    db.selectFrom('statements').select('file').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const content = await promisify(gunzip)(Buffer.from((file ?? '') as Uint8Array));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  writeFileSync(join(folder, files.statement), content, { mode: modes.secret.file });
}

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
      .returning(describedColumns)
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
      .returning(describedColumns)
      .executeTakeFirst(),
  );

/**
 * Stores the result of a reading, unless the options have changed since it began. `path` is the
 * file of its rows, if any were found.
 */
export const storeReading = (
  { write }: DeliveryDatabase,
  { id, options }: DescribedStatement,
  reading: Reading,
  path: string,
) =>
  write((db) =>
    db
      .updateTable('statements')
      .set({ reading: JSON.stringify(reading), rows: existsSync(path) ? readFileSync(path) : null })
      .where('id', '=', id)
      .where('options', '=', options)
      .where('slugs', 'is', null)
      .where('reading', 'is', null)
      .execute(),
  );
