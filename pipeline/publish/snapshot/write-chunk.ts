import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { marts } from '../../../sql/marts/index.ts';
import { type Database, readNumbers, writeLines, writeTexts } from '../../duckdb/database.ts';
import type { SchemaParts } from '../../duckdb/flat.ts';
import { readSql } from '../../duckdb/sql-files.ts';
import { csvTables, headerOf, rowsSql } from './csv.ts';
import type { Draft } from './draft.ts';
import type { Identity } from './layout.ts';
import { jsonParts, listParts, type PartName, partNames } from './layout.ts';
import type { PartContent, PartContents } from './object.ts';
import { type ListKeys, openSheet, type PartSheet, type SheetLines } from './sheet.ts';

/** The lines of one part of every selected subject. */
interface PartLines {
  readonly part: PartName;
  /** Query of the lines. */
  readonly lines: string;
  /** Query of whose they are, in the same order: `subject_id` and how many `lines` it has. */
  readonly owners: string;
  readonly as: SheetLines['as'];
  readonly header?: string;
  /** Query of the instant and the member of each line, of lists alone. */
  readonly keys?: string;
}

/** Columns of a list that do not go on the wire; they are for its order and its index. */
const internalColumns = ['subject_no', 'member_no', 'instant'];

/**
 * Writes every part of the subjects in `selection` into a file of lines. Then it writes the object
 * of each subject from its lines in all of them. All relations must be computed for that selection,
 * ordered by id. Calls `computed` once they are not needed any more.
 */
export async function writeChunk(
  database: Database,
  draft: Draft,
  temporaryDirectory: string,
  computed: () => Promise<void>,
): Promise<void> {
  const identities = await readIdentities(database);
  const ids = identities.map(({ id }) => id);
  const written = await selectedParts(database);
  const counts = await countLines(database, written, ids);
  const sheets = new Map<PartName, WrittenSheet>();
  for (const part of written) {
    const lines = await linesOf(database, part, counts);
    const path = nextFile(temporaryDirectory, part.part);
    await (part.as === 'value' ? writeTexts : writeLines)(database, part.lines, path);
    sheets.set(part.part, { path, lines });
  }
  await computed();
  await writeObjects(draft, identities, sheets);
  for (const { path } of sheets.values()) rmSync(path);
}

interface WrittenSheet {
  readonly path: string;
  readonly lines: SheetLines;
}

/**
 * Enters the subjects of sheets, which has each in the same order. Between two of them, statements
 * of other chunks go on. Without that, one of two processors waited a quarter of a full run.
 */
async function writeObjects(
  draft: Draft,
  identities: readonly Identity[],
  sheets: ReadonlyMap<PartName, WrittenSheet>,
): Promise<void> {
  const open = new Map<PartName, PartSheet>();
  try {
    for (const [part, { path, lines }] of sheets) open.set(part, openSheet(path, lines));
    for (const [at, identity] of identities.entries()) {
      draft.enter(identity, partsAt(open, at));
      await setImmediate();
    }
  } finally {
    for (const sheet of open.values()) sheet.close();
  }
}

/** The parts of one subject. */
function partsAt(sheets: ReadonlyMap<PartName, PartSheet>, at: number): PartContents {
  const contentOf = (name: PartName): PartContent | undefined => {
    const list = listParts.find((list) => name === `${list}.index`);
    return list ? sheets.get(list)?.index(at) : sheets.get(name)?.part(at);
  };
  return new Map(
    partNames.flatMap((name): [PartName, PartContent][] => {
      const content = contentOf(name);
      return content ? [[name, content]] : [];
    }),
  );
}

let files = 0;

function nextFile(directory: string, name: PartName): string {
  files += 1;
  return join(directory, `${name}.${files}.lines`);
}

async function readIdentities(database: Database): Promise<Identity[]> {
  const rows = await database.rows(readSql('runs/identities'));
  return rows.map(({ identity }) => JSON.parse(String(identity)));
}

async function selectedParts(database: Database): Promise<PartLines[]> {
  const found: PartLines[] = [];
  for (const part of jsonParts) {
    const columns = await wireColumns(database, `computed_${part}`, ['subject_id']);
    const keptLists = keptEntries(part);
    const isValue = columns.length === 1 && columns[0]?.name === part;
    found.push({
      part,
      lines: `select ${isValue ? `to_json(${part})::varchar` : objectOf(columns, keptLists)} from computed_${part}`,
      owners: `select subject_id, 1 as lines from computed_${part}`,
      as: 'value',
    });
  }
  for (const list of listParts) {
    const columns = await wireColumns(database, `listed_${list}`, internalColumns);
    found.push({
      part: list,
      lines: `select to_json(${structOf(columns)})::varchar || ',' from listed_${list}`,
      owners: `select selection.subject_id, counted.lines
        from (select subject_no, count(*) as lines from listed_${list} group by subject_no)
          as counted
        inner join selection using (subject_no)
        order by subject_no`,
      as: 'list',
      keys: `select instant, member_no from listed_${list}`,
    });
  }
  for (const table of csvTables) {
    found.push({
      part: table.part,
      lines: await rowsSql(database, table),
      owners: `select subject_id, len(${table.list}) as lines from computed_${table.mart}`,
      as: 'table',
      header: headerOf(table),
    });
  }
  return found;
}

interface WireColumn {
  readonly name: string;
  readonly type: string;
}

const structOf = (columns: readonly WireColumn[]): string =>
  `{${columns.map(({ name }) => `${name}: ${name}`).join(', ')}}`;

/** SQL of what an object keeps of lists, by their names: of these it has not all entries. */
function keptEntries(part: (typeof jsonParts)[number]): ReadonlyMap<string, string> {
  const schema: SchemaParts | undefined = new Map<string, SchemaParts>(Object.entries(marts)).get(
    part,
  );
  return new Map(
    Object.entries(schema?.properties ?? {}).flatMap(([name, { maxItems }]) =>
      maxItems === undefined ? [] : [[name, `${name}[:${maxItems}]`] as const],
    ),
  );
}

/**
 * SQL of the columns as a JSON object, with `keptLists` in place of lists. Long lists go item by
 * item, which takes half the time.
 */
function objectOf(columns: readonly WireColumn[], keptLists: ReadonlyMap<string, string>): string {
  const members = columns.map(({ name, type }) => {
    const value = type.endsWith(')[]')
      ? `'[' || array_to_string(list_transform(${keptLists.get(name) ?? name},
          lambda item: coalesce(to_json(item)::varchar, 'null')), ',') || ']'`
      : `to_json(${name})::varchar`;
    return `'"${name}":', coalesce(${value}, 'null')`;
  });
  return `concat('{', ${members.join(", ',', ")}, '}')`;
}

const columnsOf = new Map<string, WireColumn[]>();

/**
 * Columns of a computed table without the `internal` ones. Cached, because its SQL never changes.
 */
async function wireColumns(
  database: Database,
  table: string,
  internal: readonly string[],
): Promise<WireColumn[]> {
  const known = columnsOf.get(table);
  if (known) return known;
  const rows = await database.rows(`describe ${table}`);
  const columns = rows
    .map((row) => ({ name: String(row.column_name), type: String(row.column_type) }))
    .filter(({ name }) => !internal.includes(name));
  columnsOf.set(table, columns);
  return columns;
}

/** First line and number of lines of each id in the file of a part. */
interface LineCounts {
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  total: number;
}

/**
 * Counts the lines of each of the ids in every part, in one query for all parts. A query for each
 * part took 34 to 47 ms of a small run. Lists sort their rows, so each has a query of its own.
 */
async function countLines(
  database: Database,
  parts: readonly PartLines[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, LineCounts>> {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const empty = (): LineCounts => ({
    first: new Uint32Array(ids.length),
    count: new Uint32Array(ids.length),
    total: 0,
  });
  const counts = new Map<string, LineCounts>(parts.map(({ part }) => [part, empty()]));
  const lists = parts.filter(({ as }) => as === 'list').map((list) => [list]);
  for (const together of [parts.filter(({ as }) => as !== 'list'), ...lists]) {
    const queries = together.map(
      ({ part, owners }) => `select '${part}' as part, subject_id, lines from (${owners})`,
    );
    for await (const chunk of await database.connection.stream(queries.join(' union all '))) {
      const [names = [], subjects = [], lines = []] = chunk.getColumns();
      for (const [row, name] of names.entries()) {
        const counted = counts.get(String(name));
        const position = positions.get(String(subjects[row]));
        if (!counted || position === undefined) {
          throw new Error(`${subjects[row]} was written but is not selected`);
        }
        counted.first[position] = counted.total;
        counted.count[position] = Number(lines[row]);
        counted.total += Number(lines[row]);
      }
    }
  }
  return counts;
}

async function linesOf(
  database: Database,
  { part, as, header, keys }: PartLines,
  counts: ReadonlyMap<string, LineCounts>,
): Promise<SheetLines> {
  const counted = counts.get(part);
  if (!counted) throw new Error(`the lines of ${part} were not counted`);
  const { first, count, total } = counted;
  const listKeys = keys === undefined ? undefined : await readKeys(database, keys, total);
  return { first, count, as, header, keys: listKeys };
}

async function readKeys(database: Database, sql: string, lines: number): Promise<ListKeys> {
  const keys = { instants: new Float64Array(lines), members: new Uint16Array(lines) };
  await readNumbers(database, sql, [keys.instants, keys.members]);
  return keys;
}
