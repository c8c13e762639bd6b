import type { Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import { insertedValues, type Tables } from './tables.ts';

/** Values of some columns. A row matches if it has all of them; null matches null. */
type Values<Table extends keyof Tables> = Readonly<Partial<Tables[Table]>>;

// biome-ignore lint/suspicious/noExplicitAny: Kysely can't type a query on a table by variable name.
type AnyTables = Kysely<any>;

/** Throws if a value is missing: Kysely would leave it out, and the query would have more rows. */
function required(values: object): Record<string, unknown> {
  const all = Object.values(values);
  if (all.length > 0 && !all.includes(undefined)) return { ...values };
  throw new Error(`a query by values lacks one: ${Object.keys(values).join(', ')}`);
}

const select = (db: Pick<Kysely<Tables>, 'selectFrom'>, table: string, values: object) =>
  (db as AnyTables)
    .selectFrom(table)
    .selectAll()
    .where(({ and }) => and(required(values)));

/** Finds the row with these values. Undefined without such a row. */
export const findRow = <Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  table: Table,
  values: Values<Table>,
) => select(db, table, values).executeTakeFirst() as Promise<Tables[Table] | undefined>;

/** Returns true if there is a row with these values. */
export const hasRow = async <Table extends keyof Tables>(
  ...query: Parameters<typeof findRow<Table>>
): Promise<boolean> => (await findRow(...query)) !== undefined;

/** Finds all rows with these values, in the order of some columns, or in no order. */
export const findRows = <Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'selectFrom'>,
  table: Table,
  values: Values<Table>,
  order: readonly (keyof Tables[Table] & string)[] = [],
) =>
  order
    .reduce((query, column) => query.orderBy(column), select(db, table, values))
    .execute() as Promise<Tables[Table][]>;

/** Changes columns of the rows with these values. Returns the number of rows. */
export async function updateRows<Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'updateTable'>,
  table: Table,
  values: Values<Table>,
  changes: Values<Table>,
): Promise<number> {
  const query = (db as AnyTables).updateTable(table as string).set({ ...changes });
  const { numUpdatedRows } = await query
    .where(({ and }) => and(required(values)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Values of a new row. Columns that may be null can be missing, and are null then. */
type NewRow<Table extends keyof Tables> = Readonly<
  Partial<Tables[Table]> & {
    [Name in keyof Tables[Table] as null extends Tables[Table][Name]
      ? never
      : Name]: Tables[Table][Name];
  }
>;

/** Inserts rows, any number of them. Fails if a key exists. */
export async function insertRows<Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> {
  for (const lot of chunks(rows)) {
    await (db as AnyTables)
      .insertInto(table as string)
      .values(lot)
      .execute();
  }
}

/** Inserts a row. Fails if its key exists. */
export const insertRow = <Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  table: Table,
  row: NewRow<Table>,
): Promise<void> => insertRows(db, table, [row]);

/** Inserts rows. Those whose key exists stay as they are. */
export async function insertMissing<Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  for (const lot of chunks(rows)) {
    const insert = (db as AnyTables).insertInto(table as string).values(lot);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/**
 * Inserts rows. Those whose `key` exists get the new values, except in the key and in the columns
 * of `fixed`.
 */
export async function replaceRows<Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'insertInto'>,
  table: Table,
  key: keyof Tables[Table] & string,
  rows: readonly Tables[Table][],
  fixed: readonly (keyof Tables[Table])[] = [],
): Promise<void> {
  const values = insertedValues(table, [key, ...fixed]);
  for (const lot of chunks(rows)) {
    const insert = (db as AnyTables).insertInto(table as string).values(lot);
    await insert.onConflict((conflict) => conflict.column(key).doUpdateSet(values)).execute();
  }
}

/** Deletes the rows with these values. */
export async function deleteRows<Table extends keyof Tables>(
  db: Pick<Kysely<Tables>, 'deleteFrom'>,
  table: Table,
  values: Values<Table>,
): Promise<void> {
  const query = (db as AnyTables).deleteFrom(table as string);
  await query.where(({ and }) => and(required(values))).execute();
}
