import { appendFileSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { modes } from '../base/modes.ts';
import { tables } from '../load/columns.ts';
import type { Stamp } from '../load/projection.ts';
import type { Lines } from './deals/pair.ts';

/** Characters that are written at a time. */
const maxCharacters = 4 * 1024 * 1024;

/** Opens empty files to which lines are appended, one file a table. */
export function openTableFiles(folder: string) {
  const sizes = new Map<string, number>();
  const pathOf = (table: string): string => join(folder, `${table}.ndjson`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  return {
    /** Appends lines; those of tables that note where rows come from get the stamp. */
    append(lines: Lines, stamp: Stamp): void {
      for (const [table, some] of Object.entries(lines)) {
        const stamped = stampedTables.has(table) ? withStamp(some, stamp) : some;
        for (const text of inPieces(stamped)) {
          const bytes = Buffer.from(text);
          appendFileSync(pathOf(table), bytes, { mode: modes.secret.file });
          sizes.set(table, (sizes.get(table) ?? 0) + bytes.length);
        }
      }
    },
    /** Returns a function that takes back everything appended after this call. */
    mark(): () => void {
      const before = new Map(sizes);
      return () => {
        for (const table of sizes.keys()) {
          const size = before.get(table) ?? 0;
          truncateSync(pathOf(table), size);
          sizes.set(table, size);
        }
      };
    },
    written: () =>
      [...sizes].filter(([, size]) => size > 0).map(([table]) => ({ table, path: pathOf(table) })),
  };
}

const stampedTables = new Set(
  tables.filter(({ overruledIn }) => overruledIn !== undefined).map(({ name }) => name),
);

/** Adds the stamp to lines. It comes first, since load reads the first of two members with one name. */
function* withStamp(lines: Iterable<string>, { source, delivery }: Stamp): Generator<string> {
  const stamp = JSON.stringify({
    source,
    delivery,
    first_source: source,
    first_delivery: delivery,
  });
  const open = stamp.slice(0, -1);
  for (const line of lines) {
    const members = line.slice(line.indexOf('{') + 1).trimStart();
    yield `${open}${members.startsWith('}') ? '' : ','}${members}`;
  }
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < maxCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
