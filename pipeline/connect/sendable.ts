import type { DataSource } from '../../sql/marts/summary.ts';
import { entriesOf, type JsonText } from '../base/json-text.ts';
import { accountTables, type Table, tables } from '../load/columns.ts';
import { longestRow } from '../load/text-file.ts';

/** The tables whose rows a Connection Key may send: those of one account alone. */
export const sendable: ReadonlyMap<string, Table> = new Map(
  tables
    .filter(({ name }) => accountTables.includes(name))
    .map((table) => [table.name, table] as const),
);

export const tooLongRow = 'the row is longer than 1 MB';

/** Whether a row has more bytes than load reads; asked before it is parsed. */
export const isTooLong = (row: string): boolean =>
  row.length > longestRow || (3 * row.length > longestRow && Buffer.byteLength(row) > longestRow);

/** Where rows came from that a program sent. */
const sentSource: DataSource = 'owner_api';

/** A row as its line of a source file, or why it is none. */
export type Line =
  | {
      readonly line: string;
      /** What the row says that does not count. */
      readonly warning?: string;
    }
  | { readonly reason: string };

const sourceIgnored =
  'accounts: data_source is ignored: where data came from is set by who takes it in.';

/**
 * A row that was sent, as the line of a source file that it becomes: the columns that the table has,
 * each value as it was written. It may name no account but the key's. Throws where it is no JSON.
 */
export function lineOf(
  object: JsonText,
  table: Table,
  accountId: string,
  fallbacks: Readonly<Record<string, string>> = {},
): Line {
  if (isTooLong(object)) return { reason: tooLongRow };
  const value: unknown = JSON.parse(object);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { reason: 'the row is not a JSON object' };
  }
  if ('account_id' in value && ![null, '', accountId].some((id) => id === value.account_id)) {
    const named = JSON.stringify(value.account_id).slice(0, 100);
    return {
      reason: `account_id ${named} is not the account of the key; leave account_id out, or use that account's key`,
    };
  }
  const values = new Map<string, JsonText>(
    Object.entries(fallbacks).map(([name, text]) => [name, JSON.stringify(text)]),
  );
  const columns = new Set(table.columns.map(({ name }) => name));
  for (const [name, text] of entriesOf(object)) if (columns.has(name)) values.set(name, text);
  values.set('account_id', JSON.stringify(accountId));
  if (columns.has('data_source')) values.set('data_source', JSON.stringify(sentSource));
  const members = [...values].map(([name, text]) => `"${name}":${text.replaceAll(/[\r\n]/g, ' ')}`);
  const line = `{${members.join(',')}}`;
  if (isTooLong(line)) return { reason: tooLongRow };
  const isClaimed = columns.has('data_source') && 'data_source' in value;
  return { line, ...(isClaimed && { warning: sourceIgnored }) };
}
