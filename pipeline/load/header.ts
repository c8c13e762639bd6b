import type { Log } from '../base/log.ts';
import { columnNames, ignoredColumns, type Table } from './columns.ts';
import { FileFailure } from './failure.ts';

/** Refuses columns of which one is missing or named twice. */
export function checkColumns(table: Table, names: readonly string[]): void {
  const known = new Set(columnNames(table));
  if (!names.some((name) => known.has(name))) {
    throw new FileFailure(`has no header: none of the columns of ${table.name} is in it`);
  }
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) throw new FileFailure(`names the column ${repeated} twice`);
  const missing = table.columns
    .filter(({ required, name }) => required && !names.includes(name))
    .filter(({ instead }) => !instead || !names.includes(instead.name))
    .map(({ name, instead }) => (instead ? `${name} (or ${instead.name})` : name));
  if (missing.length > 0) throw new FileFailure(`lacks the column ${missing.join(', ')}`);
}

/** Warns once of a file that sets a column which the load sets. */
export function warnOfIgnored(
  { table, file }: { readonly table: Table; readonly file: string },
  hasColumn: (name: string) => boolean,
  log: Pick<Log, 'warn'>,
): void {
  for (const column of ignoredColumns(table).filter(hasColumn)) {
    log.warn('column is ignored: where data came from is set by who takes it in', { file, column });
  }
}
