import type { Kysely } from 'kysely';
import type { DataDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import { entriesOf } from '../base/json-text.ts';
import type { Log } from '../base/log.ts';
import { type SourceColumn, tables } from '../load/columns.ts';
import { type Addressed, type Delivered, noContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { type SeenClock, withSeen } from './deals/server-clock.ts';
import type { TerminalSending } from './deals/terminal.ts';
import type { DeliveriesOnce } from './open.ts';
import { maxHeldBytes, portions } from './portions.ts';
import { sizeOf } from './quota.ts';
import type { DeliveryTables } from './schema.ts';

/** Bytes that an account grows by, at least, before it is compacted again. */
const minGrowth = 1024 * 1024;
/** Keys that are held in memory at a time. */
const maxKeys = 500_000;

interface CompactOptions {
  readonly deliveries: DeliveriesOnce;
  readonly dataDir: Pick<DataDirectory, 'temporary'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Removes what later deliveries replace from those of accounts that have grown to twice what they
 * were, or whose owner met a limit; for whoever holds the lock of runs. What is left says the same.
 */
export async function compactDeliveries(options: CompactOptions): Promise<void> {
  const { deliveries, dataDir, log } = options;
  const database = await deliveries.find();
  if (database === null) return;
  const due = await database.read((db) =>
    db
      .selectFrom('kept')
      .select('account_id')
      .where((eb) =>
        eb.or([
          eb('is_full', '=', 1),
          eb('bytes', '>', eb(eb('compacted_bytes', '*', 2), '+', minGrowth)),
        ]),
      )
      .execute(),
  );
  for (const { account_id: accountId } of due) {
    try {
      await compactAccount(accountId, database, dataDir.temporary);
    } catch (error) {
      // The disk's faults are everybody's.
      if (asFileFault(error) instanceof CommandError) throw error;
      log.warn('replaced rows of an account stay', { account: accountId, reason: String(error) });
    }
  }
}

async function compactAccount(
  accountId: string,
  database: DeliveryDatabase,
  folder: string,
): Promise<void> {
  const deliveries: Addressed[] = await database.read((db) =>
    db
      .selectFrom('deliveries')
      .select(['number', 'bytes', 'object_sha256', 'object_bytes', 'object_line'])
      .where('account_id', '=', accountId)
      .where('has_content', '=', 1)
      .where('state', '<>', 'received')
      .orderBy('number')
      .execute(),
  );
  const contents = async function* () {
    for (const portion of portions(deliveries, maxHeldBytes)) {
      const all = await database.read((db) => database.contents.read(db, portion, folder));
      yield portion.map((delivery) => [delivery, all.get(delivery.number)] as const);
    }
  };
  const replaced = await findReplaced(contents);
  let row = 0;
  for await (const some of contents()) {
    const changed: [Addressed, Delivered | null][] = [];
    for (const [delivery, content] of some) {
      if (content === undefined) continue;
      const { left, next } = withoutReplaced(content, replaced, row, delivery.number);
      row = next;
      if (left !== content) changed.push([delivery, left]);
    }
    await rewrite(database, changed);
  }
  await database.write((db) => noteSize(db, accountId));
}

/** What later deliveries of an account replace. */
interface Replaced {
  /** Places of rows and deals, counted over all deliveries. */
  readonly rows: ReadonlySet<number>;
  /** Number of the delivery with the newest list of a terminal's positions, and its time. */
  readonly positions: { readonly number: number; readonly gmt: number };
  /** Numbers of deliveries that tell since when a terminal's clock is what it is, and of the newest. */
  readonly accounts: ReadonlySet<number>;
}

type Contents = () => AsyncIterable<(readonly [Addressed, Delivered | undefined])[]>;

async function findReplaced(contents: Contents): Promise<Replaced> {
  let count = 0;
  let positions = { number: 0, gmt: 0 };
  let newest = { number: 0, gmt: 0 };
  let seen: SeenClock[] = [];
  const times = new Map<number, number>();
  for await (const some of contents()) {
    for (const [{ number }, content] of some) {
      for (const _ of keysOf(content)) count += 1;
      if (!content?.terminal) continue;
      const { account, positions: own } = content.terminal;
      const { gmt, ahead } = account;
      if (gmt >= newest.gmt) {
        newest = { number, gmt };
        if (own !== null) positions = { number, gmt };
      }
      if (ahead !== null) seen = withSeen(seen, gmt, ahead);
      if (!times.has(gmt)) times.set(gmt, number);
    }
  }
  const rows = new Set<number>();
  const parts = Math.ceil(count / maxKeys);
  for (let part = 0; part < parts; part += 1) {
    const before = new Map<string, { readonly row: number; readonly text: string }>();
    let row = 0;
    for await (const some of contents()) {
      for (const [, content] of some) {
        for (const { key, text } of keysOf(content)) {
          if (key !== null && (parts === 1 || partOf(key, parts) === part)) {
            const earlier = before.get(key);
            // A deal that comes again as it was says nothing new.
            if (earlier && text !== '' && earlier.text === text) rows.add(row);
            else {
              if (earlier) rows.add(earlier.row);
              before.set(key, { row, text });
            }
          }
          row += 1;
        }
      }
    }
  }
  const told = seen.flatMap(({ from, to }) => [times.get(from), times.get(to)]);
  return { rows, positions, accounts: new Set([newest.number, ...told.map(Number)]) };
}

/** What tells each row of a delivery apart, and each deal with its text; null: no later one replaces it. */
function* keysOf(content: Delivered | undefined): Generator<{ key: string | null; text: string }> {
  for (const [table, lines] of Object.entries(content?.lines ?? {})) {
    const key = keys.get(table) ?? [];
    for (const line of lines) yield { key: keyIn(table, line, key), text: '' };
  }
  for (const { ticket, kept } of content?.terminal?.deals ?? []) {
    yield { key: `deal\n${ticket}`, text: kept };
  }
}

/** Columns that tell rows of one account apart. */
const keys = new Map(
  tables.map(({ name, key, columns }) => [
    name,
    columns.filter((column) => key.includes(column.name) && column.name !== 'account_id'),
  ]),
);

/** The key of a row as it is written; null where a required part is missing. Keys that are written otherwise stay both. */
function keyIn(table: string, line: string, columns: readonly SourceColumn[]): string | null {
  const values = new Map(entriesOf(line));
  const key = columns.map(({ name }) => values.get(name) ?? 'null');
  return columns.some(({ required }, at) => required && key[at] === 'null')
    ? null
    : [table, ...key].join('\n');
}

function partOf(key: string, parts: number): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % parts;
}

/** What is left of a content, itself where that is all, null where it is nothing; `next` counts on. */
function withoutReplaced(
  content: Delivered,
  replaced: Replaced,
  firstRow: number,
  number: number,
): { left: Delivered | null; next: number } {
  let row = firstRow;
  let isChanged = false;
  const stays = (): boolean => {
    const isReplaced = replaced.rows.has(row);
    row += 1;
    if (isReplaced) isChanged = true;
    return !isReplaced;
  };
  const lines: Record<string, readonly string[]> = {};
  for (const [table, some] of Object.entries(content.lines)) {
    const left = some.filter(stays);
    if (left.length > 0) lines[table] = left;
  }
  const deals = content.terminal?.deals.filter(stays) ?? [];
  const terminal = content.terminal && leftOfTerminal(content.terminal, deals, replaced, number);
  const isTerminalSame =
    content.terminal === null ||
    (terminal !== null && terminal.positions === content.terminal.positions);
  if (!isChanged && isTerminalSame) return { left: content, next: row };
  const isNothing = terminal === null && Object.keys(lines).length === 0;
  return { left: isNothing ? null : { lines, terminal }, next: row };
}

function leftOfTerminal(
  { account, positions }: TerminalSending,
  deals: TerminalSending['deals'],
  { positions: newest, accounts }: Replaced,
  number: number,
): TerminalSending | null {
  // Lists of one second are told apart by how many there were.
  const isReplaced = positions !== null && number !== newest.number && account.gmt < newest.gmt;
  const left = isReplaced ? null : positions;
  if (deals.length === 0 && left === null && !accounts.has(number)) return null;
  return { account, deals, positions: left };
}

/** Puts what is left in place, and removes the objects that nothing is in any more. */
async function rewrite(
  { contents, read, write }: DeliveryDatabase,
  changed: readonly (readonly [Addressed, Delivered | null])[],
): Promise<void> {
  if (changed.length === 0) return;
  const left = changed.flatMap(([, content]) => content ?? []);
  const columns = await contents.put(left);
  await write(async (db) => {
    let at = 0;
    for (const [{ number }, content] of changed) {
      const where = content === null ? noContent : (columns[at] ?? noContent);
      if (content !== null) at += 1;
      const size = content === null ? { rows: 0, bytes: 0 } : sizeOf(content);
      await db
        .updateTable('deliveries')
        .set({ ...where, ...size, has_content: content === null ? 0 : 1 })
        .where('number', '=', number)
        .execute();
    }
  });
  const objects = new Set(changed.flatMap(([{ object_sha256 }]) => object_sha256 ?? []));
  if (objects.size > 0) await read((db) => contents.remove(db, [...objects]));
}

/** Puts what there is of an account in place of what was counted as it came. */
async function noteSize(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  const size = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.sum<number | null>('rows').as('rows'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const bytes = size.bytes ?? 0;
  await db
    .updateTable('kept')
    .set({ rows: size.rows ?? 0, bytes, compacted_bytes: bytes, is_full: 0 })
    .where('account_id', '=', accountId)
    .execute();
}
