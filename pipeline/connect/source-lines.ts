import { type JsonText, visitMembers } from '../base/json-text.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { accountTables, ignoredColumns, type Table, tables } from '../load/columns.ts';
import { longestRow } from '../load/text-file.ts';

/** Tables whose rows a Connection Key may send: those of one account. */
export const sendable: ReadonlyMap<string, Table> = new Map(
  tables
    .filter(({ name }) => accountTables.includes(name))
    .map((table) => [table.name, table] as const),
);

/** Returns the table of that name. Throws if no rows of it may be sent. */
export function sendableTable(name: string): Table {
  const table = sendable.get(name);
  if (!table) throw new Error(`${name} is not sent in`);
  return table;
}

export const tooLongRow = makeReason('row_over_megabyte');

/** Returns true if a row has more bytes than load reads. Ask before parsing it. */
export const isTooLong = (row: string): boolean =>
  row.length > longestRow || (3 * row.length > longestRow && Buffer.byteLength(row) > longestRow);

/** Line of a source file, or the reason why a row can't be one. */
export type Line =
  | {
      readonly line: string;
      /** Value of the row that is ignored. */
      readonly warning?: string | undefined;
    }
  | { readonly reason: CodedReason };

/** Names of a table's columns: those that a sender may set, and those that are ignored. */
interface SentNames {
  readonly columns: ReadonlySet<string>;
  readonly ignored: readonly string[];
}

const knownNames = new Map<Table, SentNames>();

function namesOf(table: Table): SentNames {
  const known = knownNames.get(table);
  if (known) return known;
  const ignored = ignoredColumns(table);
  const names = [
    ...table.columns.map(({ name }) => name).filter((name) => !ignored.includes(name)),
    // Not loaded: the account's owner says what such a text is.
    ...(table.name === 'cash_flows' ? ['text'] : []),
  ];
  const found = { columns: new Set(names), ignored };
  knownNames.set(table, found);
  return found;
}

const sourceIgnored = ({ name }: Table): string =>
  `${name}: data_source is ignored: the server records itself where data came from.`;

/**
 * Makes a line of a source file of a sent row: the columns of its table, each value as it was
 * written. Refuses a row that names another account than the key's. Throws if the row is not JSON.
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
    return { reason: makeReason('row_not_object') };
  }
  if ('account_id' in value && ![null, '', accountId].some((id) => id === value.account_id)) {
    const named = JSON.stringify(value.account_id).slice(0, 100);
    return {
      reason: makeReason('row_other_account', { value: named }),
    };
  }
  const values = new Map<string, JsonText>(
    Object.entries(fallbacks).map(([name, text]) => [name, JSON.stringify(text)]),
  );
  const { columns, ignored } = namesOf(table);
  visitMembers(object, (name, text) => {
    if (columns.has(name)) values.set(name, text);
  });
  values.set('account_id', JSON.stringify(accountId));
  const members = [...values].map(([name, text]) => `"${name}":${text.replaceAll(/[\r\n]/g, ' ')}`);
  const line = `{${members.join(',')}}`;
  if (isTooLong(line)) return { reason: tooLongRow };
  const isClaimed = ignored.some((name) => name in value);
  return { line, warning: isClaimed ? sourceIgnored(table) : undefined };
}
