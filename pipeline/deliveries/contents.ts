import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { modes, withPrivateModes } from '../base/modes.ts';
import { type Content, type Store, WrongBytes } from '../publish/store/store.ts';
import type { TerminalReport } from './deals/terminal.ts';
import type { DeliveryRow, DeliveryTables } from './schema.ts';

/** Rows of a delivery. */
export interface DeliveryContent {
  /** Lines of source files, by the name of their table. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  /**
   * Account and positions that a terminal sent; null for any other sender. Its deals have a table
   * of their own.
   */
  readonly terminal: TerminalReport | null;
}

/** Columns of a delivery that address its content. */
export interface ContentColumns {
  readonly content: DeliveryRow['content'];
  readonly object_sha256: string | null;
  readonly object_bytes: number | null;
  readonly object_line: number | null;
}

export const noContent: ContentColumns = {
  content: null,
  object_sha256: null,
  object_bytes: null,
  object_line: null,
};

/** Columns by which the content of a delivery is read. */
export const addressColumns = [
  ...(['number', 'bytes', 'object_sha256', 'object_bytes', 'object_line'] as const),
] as const;

/** Delivery whose content can be read. */
export type Addressed = Pick<ContentColumns, 'object_sha256' | 'object_bytes' | 'object_line'> & {
  readonly number: number;
  /** Size of its content, unpacked. */
  readonly bytes: number;
};

/** Storage of the contents of deliveries. */
export interface Contents {
  /** Stores contents, all of them before it resolves; returns the columns of each. */
  put(contents: readonly DeliveryContent[]): Promise<ContentColumns[]>;
  /**
   * Reads contents by the number of their delivery; lost and damaged ones are missing in it. Uses
   * `folder` for temporary files.
   */
  read(
    db: Kysely<DeliveryTables>,
    deliveries: readonly Addressed[],
    folder: string,
  ): Promise<ReadonlyMap<number, DeliveryContent>>;
  /** Removes those of the objects that no delivery names any more. */
  remove(db: Kysely<DeliveryTables>, names: readonly string[]): Promise<void>;
}

/**
 * Stores contents in the rows of the deliveries, so that both reach the disk together. Contents
 * with more than `largest` characters are the lines of one object. So are those of statements.
 */
export function contentsIn(objects: Store, largest: number): Contents {
  return {
    async put(contents) {
      const texts = contents.map((content) => JSON.stringify(content));
      const addresses = await putLines(
        objects,
        texts.filter(({ length }) => length > largest),
      );
      return texts.map((text) =>
        text.length > largest
          ? (addresses.shift() ?? noContent)
          : { ...noContent, content: Buffer.from(text) },
      );
    },
    async read(db, deliveries, folder) {
      const inObjects = deliveries.filter(({ object_sha256 }) => object_sha256 !== null);
      const inTable = deliveries.filter(({ object_sha256 }) => object_sha256 === null);
      const all = await readLines(objects, inObjects, folder);
      if (inTable.length === 0) return all;
      const rows = await db
        .selectFrom('deliveries')
        .select('number')
        // libsql ends the whole process at bytes of length 0.
        .select(
          sql<Uint8Array | null>`case when length(content) > 0 then content end`.as('content'),
        )
        .where(
          'number',
          'in',
          inTable.map(({ number }) => number),
        )
        .execute();
      for (const { number, content } of rows) {
        const delivered = content && contentIn(Buffer.from(content));
        if (delivered) all.set(number, delivered);
      }
      return all;
    },
    async remove(db, names) {
      const named = await db
        .selectFrom('deliveries')
        .select('object_sha256')
        .distinct()
        .where('object_sha256', 'in', names.slice())
        .execute();
      const needed = new Set(named.map(({ object_sha256 }) => object_sha256));
      for (const sha256 of names) {
        if (!needed.has(sha256)) await objects.remove(deliveriesObject({ sha256 }));
      }
    },
  };
}

/** Reads a content; null if it is damaged. */
function contentIn(bytes: Buffer): DeliveryContent | null {
  try {
    return isUtf8(bytes) ? JSON.parse(bytes.toString()) : null;
  } catch {
    return null;
  }
}

/** Names an object of deliveries in a store. */
export const deliveriesObject = ({ sha256 }: Pick<Content, 'sha256'>): string =>
  `deliveries/${sha256}.ndjson.gz`;

/** Names the object that holds the file of a statement. */
export const fileObject = (id: string, { sha256 }: Pick<Content, 'sha256'>): string =>
  `statements/${id}-${sha256}`;

/** Stores texts as the lines of one object. Returns the columns that address each. */
async function putLines(store: Store, texts: readonly string[]): Promise<ContentColumns[]> {
  if (texts.length === 0) return [];
  const packed = gzipSync(`${texts.join('\n')}\n`);
  const object = { sha256: hash('sha256', packed, 'hex'), bytes: packed.length };
  await store.put(deliveriesObject(object), object, packed);
  return texts.map((_, line) => ({
    content: null,
    object_sha256: object.sha256,
    object_bytes: object.bytes,
    object_line: line,
  }));
}

/** Reads contents that are lines of objects, by the number of their delivery. */
async function readLines(
  store: Store,
  deliveries: readonly Addressed[],
  folder: string,
): Promise<Map<number, DeliveryContent>> {
  const all = new Map<number, DeliveryContent>();
  const objects = new Map<string, readonly string[]>();
  for (const { number, object_sha256: sha256, object_bytes, object_line } of deliveries) {
    if (sha256 === null) continue;
    const object = { sha256, bytes: Number(object_bytes) };
    const lines = objects.get(sha256) ?? (await linesOf(store, object, folder));
    objects.set(sha256, lines);
    const line = lines[object_line ?? 0];
    if (line !== undefined) all.set(number, JSON.parse(line));
  }
  return all;
}

/** Reads the lines of an object; returns an empty list if the object is gone or damaged. */
const linesOf = (store: Store, object: Content, folder: string): Promise<string[]> =>
  withPrivateModes(async () => {
    const path = join(folder, 'delivered.tmp');
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    try {
      await store.fetch(deliveriesObject(object), object, path);
      return gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
    } catch (error) {
      if (isOfWrongBytes(error)) return [];
      if ((await store.read(deliveriesObject(object))) !== null) throw error;
      return [];
    } finally {
      rmSync(path, { force: true });
    }
  });

/** Returns true for an error of damaged bytes; a store that is out of reach is another. */
const isOfWrongBytes = (error: unknown): boolean =>
  error instanceof WrongBytes || (error instanceof Error && isOfWrongBytes(error.cause));
