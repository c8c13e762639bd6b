import { columnNames, type Table } from './columns.ts';
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
