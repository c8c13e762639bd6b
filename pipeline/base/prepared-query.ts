import { type CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** Parts of a query that SQLite and PostgreSQL write differently. */
export interface QueryParts {
  /** Makes a table of the JSON of a list of lists. Its column `value` has the inner lists. */
  listed(json: RawBuilder<string>): RawBuilder<unknown>;
  /** Compares a column with each text or integer in the JSON of a list. */
  isIn(column: string, json: RawBuilder<string>, type?: 'text' | 'bigint'): RawBuilder<boolean>;
  /** Reads a text of `value`, which is a list, as its bytes in UTF-8. */
  bytes(index: number): RawBuilder<Uint8Array>;
}

// Of JSON as text, both systems would parse a list once for each value that a query takes from it.
const sqliteParts: QueryParts = {
  listed: (json) => sql`(
    with list as materialized (select jsonb(value) as value from json_each(${json}))
    select value from list)`,
  isIn: (column, json) => sql`${sql.ref(column)} in (select value from json_each(${json}))`,
  bytes: (index) => sql`cast(value ->> ${sql.lit(index)} as blob)`,
};

const postgresParts: QueryParts = {
  listed: (json) => sql`jsonb_array_elements(${json}) as list (value)`,
  // PostgreSQL may read a whole table for a subquery, but not for an array.
  isIn: (column, json, type = 'text') =>
    sql`${sql.ref(column)} = any (array (
      select (value #>> '{}')::${sql.raw(type)} from jsonb_array_elements(${json}) as list (value)))`,
  bytes: (index) => sql`convert_to(value ->> ${sql.lit(index)}, 'UTF8')`,
};

// biome-ignore lint/suspicious/noExplicitAny: a query may be of any tables.
type AnyKysely = Kysely<any>;

/**
 * Makes a query that is compiled once for each database system, since compiling takes longer than
 * most queries. Its text can't depend on the values: many rows are one value, the JSON of a list.
 */
export function preparedQuery<Row, Name extends string = never>(
  names: readonly Name[],
  build: (
    values: { readonly [Key in Name]: RawBuilder<string> },
    parts: QueryParts,
  ) => RawBuilder<Row>,
): (db: AnyKysely, values: { readonly [Key in Name]: string }) => Promise<Row[]> {
  const compiled = new Map<QueryParts, CompiledQuery<Row>>();
  // Each value is its name, so that the compiled query tells their order.
  const named = Object.fromEntries(names.map((name) => [name, sql`${name}`])) as {
    readonly [Key in Name]: RawBuilder<string>;
  };
  return async (db, values) => {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const parts = isPostgres ? postgresParts : sqliteParts;
    const query = compiled.get(parts) ?? build(named, parts).compile(db);
    compiled.set(parts, query);
    const parameters = query.parameters.map((name) => values[name as Name]);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Makes the JSON of a list. Half of a character becomes `\ufffd`, since databases refuse it. */
export function listJson(list: readonly unknown[]): string {
  const json = JSON.stringify(list);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(list, (_, value) =>
    typeof value === 'string' ? Buffer.from(value).toString() : value,
  );
}
