import { writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DeliveryContent } from '../deliveries/contents.ts';
import { accountTables } from '../load/columns.ts';
import { type SourcePart, withPositionReport } from '../platforms/source/source-files.ts';
import { sourceLine } from '../platforms/source/source-tables.ts';

/** Makes the content of a delivery of the rows of one account. */
export function contentOf(part: SourcePart, owner: string): DeliveryContent {
  const { tables } = withAccountId(part, privateId(part.id, owner));
  const rows = new Map<string, readonly Readonly<Record<string, string>>[]>(
    Object.entries(withPositionReport(tables)),
  );
  const lines = accountTables.flatMap((table) => {
    const listed = rows.get(table) ?? [];
    return listed.length === 0 ? [] : [[table, listed.map(unanswered).map(sourceLine)] as const];
  });
  return { lines: Object.fromEntries(lines), terminal: null };
}

/** Returns a booking whose text is in doubt as it counts without an answer. Runs apply answers. */
const unanswered = (row: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  row.text ? { ...row, kind: 'flow' } : row;

/** Writes the rows of a statement, a line an account. */
export const writeRows = (path: string, contents: readonly DeliveryContent[]): void =>
  writeFileSync(path, gzipSync(contents.map((content) => JSON.stringify(content)).join('\n')));

/** Reads the rows of a statement, in the order of its accounts. */
export const readRows = (bytes: Buffer): DeliveryContent[] =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Returns the rows of an account under another id. */
export function withAccountId({ tables }: SourcePart, id: string): SourcePart {
  const renamed = Object.entries(tables).map(([name, rows]) => [
    name,
    rows.map((row) => ({ ...row, account_id: id })),
  ]);
  return { id, tables: Object.fromEntries(renamed) };
}

/**
 * Returns the id of an account in its owner's statements. A statement proves nothing, so its rows
 * never mix with those of an account that is somebody else's, or nobody's yet.
 */
export const privateId = (id: string, owner: string): string => `${id} of ${owner}`;
