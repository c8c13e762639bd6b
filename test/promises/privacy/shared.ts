import type { TSchema } from 'typebox';
import type { Database, Row } from '../../../pipeline/duckdb/database.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { namesAndBadges } from '../../../sql/marts/names_and_badges.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { Caller } from './published-world.ts';

type Json = ReturnType<typeof JSON.parse>;
/** Rows by the name of a shared view. Each is in the form of the API, with slug and type. */
export type SharedRows = Readonly<Record<string, readonly Json[]>>;
export type Get = (caller: Caller, url: string) => Promise<{ status: number; body: Json }>;

/** Fields of the account object that not only its owner sees. */
const publicFacts = Object.entries<TSchema>({ ...namesAndBadges, ...summary.properties })
  .filter(([, schema]) => !('x-privacy' in schema) || schema['x-privacy'] !== 'owner')
  .map(([name]) => name);

const lists = ['trades', 'positions'] as const;

/** Columns that are computed from other columns of the trade and the account. */
const followed = ['currency', 'duration_seconds', 'instrument', 'pips'] as const;

/** Views of whole sections and of lists, which are compared with answers of the API. */
export const comparedViews: readonly string[] = [
  'summary',
  ...sectionNames,
  ...lists,
  'restatements',
]
  .map((name) => `shared_${name}`)
  .toSorted();

const described = new WeakMap<Database, Map<string, Row[]>>();

/**
 * Lists the columns of a view. Asks once per open database, since that costs as much as the rows.
 */
export async function columnsOfView(database: Database, view: string): Promise<Row[]> {
  const known = described.get(database) ?? new Map<string, Row[]>();
  described.set(database, known);
  const columns = known.get(view) ?? (await database.rows(`describe ${view}`));
  known.set(view, columns);
  return columns;
}

/** Reads the rows of every shared view of a warehouse in service. */
export async function readViews(database: Database, views: readonly string[]): Promise<SharedRows> {
  const read = new Map<string, Json[]>();
  for (const view of views) {
    const columns = await columnsOfView(database, view);
    const instants = columns
      .filter(({ column_type }) => column_type === 'TIMESTAMP WITH TIME ZONE')
      .map(({ column_name }) => `utc_iso(${column_name} at time zone 'UTC') as ${column_name}`);
    const derived = columns.some(({ column_name }) => column_name === 'instrument')
      ? `* exclude (${followed.join(', ')})`
      : '*';
    const shown = instants.length > 0 ? `${derived} replace (${instants.join(', ')})` : derived;
    const rows = await database.rows(
      `select to_json(shown)::varchar as row from (select ${shown} from ${view}) as shown`,
    );
    const section = sectionNames.find((name) => view === `shared_${name}`);
    const parsed = rows.map(({ row }) => JSON.parse(withWireInstants(String(row))));
    read.set(view, section ? parsed.map((row) => withSection(row, section)) : parsed);
  }
  return sorted(read);
}

/** Writes times within structs in the form of the API. */
const withWireInstants = (json: string): string =>
  json.replaceAll(
    /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?\+00"/g,
    (_, day, time, fraction) => `"${day}T${time}${fraction ? fraction.padEnd(4, '0') : ''}Z"`,
  );

/** Makes the API's value of a section from its columns. */
function withSection({ slug, type, ...columns }: Json, section: string): Json {
  const names = Object.keys(columns);
  if (names.length === 1 && names[0] === section) return { slug, type, value: columns[section] };
  return { slug, type, value: nullOfNothing(columns) };
}

/** In columns, a section without data looks like a hidden one. */
const nullOfNothing = (value: Json): Json =>
  value !== null && Object.values(value).every((member) => member === null) ? null : value;

/** Returns a section in the form of the columns. */
export const inColumns = (name: string, value: Json): Json =>
  name.startsWith('by_') ? value : nullOfNothing(value);

/** Reads the rows of some slugs over the API. An error has no rows. */
export async function readAnswers(
  get: Get,
  caller: Caller,
  slugs: readonly string[],
): Promise<SharedRows> {
  const read = new Map<string, Json[]>(comparedViews.map((view) => [view, []]));
  for (const slug of slugs) {
    const url = `/api/v1/accounts/${slug}`;
    const { status, body } = await get(caller, `${url}?include=${sectionNames},restatements`);
    if (status === 404) continue;
    const { type, history_cut_at } = body;
    const wire = JSON.parse(JSON.stringify(body).replaceAll('.000Z"', 'Z"'));
    const facts = publicFacts.map((name) => [name, wire[name]]);
    read.get('shared_summary')?.push({ slug, type, history_cut_at, ...Object.fromEntries(facts) });
    for (const name of sectionNames) {
      read.get(`shared_${name}`)?.push({ slug, type, value: inColumns(name, body[name]) });
    }
    read.get('shared_restatements')?.push(
      ...body.restatements.restatements.map((row: Json, at: number) => {
        return { slug, type, row_no: at + 1, ...row, facts: row.facts.join(', ') };
      }),
    );
    for (const list of lists) {
      const rows = await readList(get, caller, `${url}/${list}`);
      read.get(`shared_${list}`)?.push(...rows.map((row) => ({ slug, type, ...row })));
    }
  }
  return sorted(read);
}

async function readList(get: Get, caller: Caller, url: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await get(caller, `${url}?page=${page}`);
    rows.push(...body.data);
    if (!body.pagination.has_more) return rows;
  }
}

const sorted = (read: ReadonlyMap<string, readonly Json[]>): SharedRows =>
  Object.fromEntries(
    [...read].map(([view, rows]) => [view, rows.toSorted((first, second) => order(first, second))]),
  );

/** Sorts by slug and ticket. Two members of a portfolio may have the same ticket. */
function order(one: Json, other: Json): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (key === otherKey) return 0;
  return key < otherKey ? -1 : 1;
}

const keyOf = ({ slug, ticket, opened_at, symbol, profit }: Json): string =>
  JSON.stringify([slug, ticket, opened_at, symbol, profit]);
