import type { Headings } from '../source/cells.ts';

/** Names of columns in lower case, by field. */
export type ColumnNames<Field extends string> = readonly { field: Field; names: RegExp }[];

/**
 * Reads a row as headings. Of columns with the same name the first counts. Undefined if a required
 * one is missing.
 */
export function headingsIn<Field extends string>(
  columns: ColumnNames<Field>,
  needed: readonly Field[],
  headings: readonly string[],
): Headings<Field> | undefined {
  const places = new Map<Field, number>();
  for (const [at, heading] of headings.entries()) {
    const name = heading.toLowerCase();
    const field = columns.find(({ names }) => names.test(name))?.field;
    if (field !== undefined && !places.has(field)) places.set(field, at);
  }
  if (!needed.every((field) => places.has(field))) return undefined;
  return { places, columns: headings };
}
