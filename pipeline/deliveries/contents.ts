import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { TerminalReport } from './deals/terminal.ts';
import type { DeliveryTables } from './schema.ts';

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

/** Bytes of a content above which its row has it compressed. */
const largestPlain = 64 * 1024;

/** Returns the bytes of a content that the row of its delivery stores. */
export async function contentBytes(content: DeliveryContent): Promise<Buffer> {
  const bytes = Buffer.from(JSON.stringify(content));
  return bytes.length > largestPlain ? promisify(gzip)(bytes) : bytes;
}

/** Returns the bytes of a content, compressed: so that each damaged bit of them is found. */
export const compressedBytes = (content: DeliveryContent): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify(content));

/** Tells compressed bytes by the first one: JSON begins with another. */
export const isCompressed = (bytes: Buffer | null): boolean => bytes?.[0] === 0x1f;

/** Reads contents by the number of their delivery; lost and damaged ones are missing in it. */
export async function readContents(
  db: Kysely<DeliveryTables>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, DeliveryContent>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .select('number')
    // libsql ends the whole process at bytes of length 0.
    .select(sql<Uint8Array | null>`case when length(content) > 0 then content end`.as('content'))
    .where('number', 'in', numbers.slice())
    .execute();
  const contents = new Map<number, DeliveryContent>();
  for (const { number, content } of rows) {
    const delivered = content && contentIn(Buffer.from(content));
    if (delivered) contents.set(number, delivered);
  }
  return contents;
}

/** Reads the content of one delivery; undefined if it is lost or damaged. */
export const readContent = async (
  db: Kysely<DeliveryTables>,
  number: number,
): Promise<DeliveryContent | undefined> => (await readContents(db, [number])).get(number);

/** Reads a content; null if it is damaged. */
function contentIn(bytes: Buffer): DeliveryContent | null {
  try {
    const json = isCompressed(bytes) ? gunzipSync(bytes) : bytes;
    return isUtf8(json) ? JSON.parse(json.toString()) : null;
  } catch {
    return null;
  }
}
