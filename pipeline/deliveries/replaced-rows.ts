import { entriesOf } from '../base/json-text.ts';
import { type SourceColumn, tables } from '../load/columns.ts';
import type { Addressed, DeliveryContent } from './contents.ts';
import { type SeenClock, withSeen } from './deals/server-clock.ts';
import type { TerminalReport } from './deals/terminal.ts';

/** Keys that are in memory at a time. */
const maxKeys = 500_000;

/** Rows of an account's deliveries that later ones replace. */
export interface Replaced {
  /** Indexes of replaced rows, counted over all deliveries. */
  readonly rows: ReadonlySet<number>;
  /** Number and time of the delivery with the newest list of a terminal's positions. */
  readonly positions: { readonly number: number; readonly gmt: number };
  /**
   * Numbers of the newest delivery, and of those that show since when a terminal's clock is as it
   * is.
   */
  readonly accounts: ReadonlySet<number>;
}

/** Reads all contents of an account once more, in the order of their numbers. */
type ContentReader = () => AsyncIterable<(readonly [Addressed, DeliveryContent | undefined])[]>;

/** Finds the rows that later deliveries replace. */
export async function findReplaced(contents: ContentReader): Promise<Replaced> {
  let count = 0;
  let positions = { number: 0, gmt: 0 };
  let newest = { number: 0, gmt: 0 };
  let seen: SeenClock[] = [];
  const times = new Map<number, number>();
  for await (const batch of contents()) {
    for (const [{ number }, content] of batch) {
      for (const _ of keysOf(content)) count += 1;
      if (!content?.terminal) continue;
      const { account, positions: listed } = content.terminal;
      const { gmt, ahead } = account;
      if (gmt >= newest.gmt) {
        newest = { number, gmt };
        if (listed !== null) positions = { number, gmt };
      }
      if (ahead !== null) seen = withSeen(seen, gmt, ahead);
      if (!times.has(gmt)) times.set(gmt, number);
    }
  }
  const rows = new Set<number>();
  const parts = Math.ceil(count / maxKeys);
  for (let part = 0; part < parts; part += 1) {
    const before = new Map<string, number>();
    let row = 0;
    for await (const batch of contents()) {
      for (const [, content] of batch) {
        for (const key of keysOf(content)) {
          if (key !== null && (parts === 1 || partOf(key, parts) === part)) {
            const earlier = before.get(key);
            if (earlier !== undefined) rows.add(earlier);
            before.set(key, row);
          }
          row += 1;
        }
      }
    }
  }
  const changes = seen.flatMap(({ from, to }) => [times.get(from), times.get(to)]);
  return { rows, positions, accounts: new Set([newest.number, ...changes.map(Number)]) };
}

/** Yields the key of each row; null for a row that is never replaced. */
function* keysOf(content: DeliveryContent | undefined): Generator<string | null> {
  for (const [table, lines] of Object.entries(content?.lines ?? {})) {
    const key = keys.get(table) ?? [];
    for (const line of lines) yield keyIn(table, line, key);
  }
}

/** Columns that identify a row of one account, by table. */
const keys = new Map(
  tables.map(({ name, key, columns }) => [
    name,
    columns.filter((column) => key.includes(column.name) && column.name !== 'account_id'),
  ]),
);

/**
 * Returns the key of a row as it is written, or null if a required part is missing. The same key in
 * another notation counts as another key.
 */
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

/**
 * Returns the remaining part of a content: the same object if all of it remains, null if nothing
 * does. The number `next` is the index of the first row of the next content. `hasDeals` tells if
 * deals of its delivery remain.
 */
export function withoutReplaced(
  content: DeliveryContent,
  replaced: Replaced,
  firstRow: number,
  { number, hasDeals }: { readonly number: number; readonly hasDeals: boolean },
): { remaining: DeliveryContent | null; next: number } {
  let row = firstRow;
  let isChanged = false;
  const stays = (): boolean => {
    const isReplaced = replaced.rows.has(row);
    row += 1;
    if (isReplaced) isChanged = true;
    return !isReplaced;
  };
  const lines: Record<string, readonly string[]> = {};
  for (const [table, before] of Object.entries(content.lines)) {
    const remaining = before.filter(stays);
    if (remaining.length > 0) lines[table] = remaining;
  }
  const terminal =
    content.terminal && remainingOfTerminal(content.terminal, hasDeals, replaced, number);
  const isTerminalSame =
    content.terminal === null ||
    (terminal !== null && terminal.positions === content.terminal.positions);
  if (!isChanged && isTerminalSame) return { remaining: content, next: row };
  const isNothing = terminal === null && Object.keys(lines).length === 0;
  return { remaining: isNothing ? null : { lines, terminal }, next: row };
}

function remainingOfTerminal(
  { account, positions }: TerminalReport,
  hasDeals: boolean,
  { positions: newest, accounts }: Replaced,
  number: number,
): TerminalReport | null {
  // Of two lists of the same second either may be the newer one.
  const isReplaced = positions !== null && number !== newest.number && account.gmt < newest.gmt;
  const remaining = isReplaced ? null : positions;
  if (!hasDeals && remaining === null && !accounts.has(number)) return null;
  return { account, positions: remaining };
}
