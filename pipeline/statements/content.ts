import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { lineOf } from '../connect/loadable-rows.ts';
import type { Delivered } from '../deliveries/contents.ts';
import { accountTables } from '../load/columns.ts';
import { type HeldPart, withPositionReport } from '../platforms/source/source-files.ts';
import { ownId, withAccountId } from './account-ids.ts';

/** What a statement says of an account, as a delivery of its owner's says it. */
export function contentOf(part: HeldPart, owner: string): Delivered {
  const { tables } = withAccountId(part, ownId(part.id, owner));
  const rows = new Map<string, readonly Readonly<Record<string, string>>[]>(
    Object.entries(withPositionReport(tables)),
  );
  const lines = accountTables.flatMap((table) => {
    const own = rows.get(table) ?? [];
    return own.length === 0 ? [] : [[table, own.map(lineOf)] as const];
  });
  return { lines: Object.fromEntries(lines), terminal: null };
}

/**
 * Writes the contents of a statement as an object of deliveries, a line an account. Its last line makes it
 * another object than that of any other statement, which may be removed by itself.
 */
export function writeContents(
  path: string,
  statement: string,
  contents: readonly Delivered[],
): void {
  const lines = [...contents, { statement }].map((line) => JSON.stringify(line));
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`));
}
