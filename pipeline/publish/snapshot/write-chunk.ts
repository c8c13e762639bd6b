import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { marts } from '../../../sql/marts/index.ts';
import { type Database, readNumbers, writeLines, writeTexts } from '../../duckdb/database.ts';
import type { SchemaParts } from '../../duckdb/flat.ts';
import { readSql } from '../../duckdb/sql-files.ts';
import { csvTables, headerOf, rowsSql } from './csv.ts';
import type { Identity } from './layout.ts';
import { jsonParts, listParts, type PackKind, type PartName } from './layout.ts';
import type { Parts } from './parts.ts';
import type { ListKeys, Slices } from './sheet.ts';

/** The lines of one part of every selected subject. */
interface PartLines {
  readonly kind: PackKind;
  readonly part: PartName;
  /** Query of the lines. */
  readonly lines: string;
  /** Query of whose they are, in the same order: `subject_id` and how many `lines` it has. */
  readonly owners: string;
  readonly as: Extract<Slices, { by: 'lines' }>['as'];
  readonly header?: string;
  /** Query of the instant and the member of each line, of lists alone. */
  readonly keys?: string;
}

/** Columns of a list that do not go on the wire; they are for its order and its index. */
const internalColumns = ['subject_no', 'member_no', 'instant'];

/**
 * Writes every part of the subjects in `selection` into files of lines, and packs each while it
 * writes the next. All relations must be computed for that selection, ordered by id. `packed`
 * resolves once all parts lie in packs, and rejects with the first fault.
 */
export async function writeChunk(
  database: Database,
  parts: Parts,
  temporaryDirectory: string,
): Promise<{ packed: Promise<void> }> {
  const identities = await readIdentities(database);
  for (const identity of identities) parts.enter(identity);
  const ids = identities.map(({ id }) => id);
  const packing: Promise<void>[] = [];
  const written = await selectedParts(database);
  const counts = await countLines(database, written, ids);
  for (const part of written) {
    const { slices, rows } = await slicesOf(database, part, counts);
    const path = nextFile(temporaryDirectory, part.part);
    await (part.as === 'value' ? writeTexts : writeLines)(database, part.lines, path);
    const pieces = ids.map((id, at) => ({ id, part: part.part, rows: rows[at] ?? 0 }));
    const packed = parts.write(part.kind, pieces, path, slices).then(() => rmSync(path));
    packed.catch(() => {}); // The caller that awaits `packed` gets the error.
    packing.push(packed);
  }
  const settled = nextFile(temporaryDirectory, 'settled');
  const packed = Promise.all(packing).then(() => parts.settle(ids, settled));
  packed.catch(() => {});
  return { packed };
}

let files = 0;

function nextFile(directory: string, name: PartName | 'settled'): string {
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
    const most = mostEntries(part);
    const isValue = columns.length === 1 && columns[0]?.name === part;
    found.push({
      kind: 'sections',
      part,
      lines: `select ${isValue ? `to_json(${part})::varchar` : objectOf(columns, most)} from computed_${part}`,
      owners: `select subject_id, 1 as lines from computed_${part}`,
      as: 'value',
    });
  }
  for (const list of listParts) {
    const columns = await wireColumns(database, `listed_${list}`, internalColumns);
    found.push({
      kind: list,
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
      kind: 'csv',
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

/** Returns the number of entries that the wire has of each list of a part that it shortens. */
function mostEntries(part: (typeof jsonParts)[number]): ReadonlyMap<string, number> {
  const schema: SchemaParts | undefined = new Map<string, SchemaParts>(Object.entries(marts)).get(
    part,
  );
  return new Map(
    Object.entries(schema?.properties ?? {}).flatMap(([name, { maxItems }]) =>
      maxItems === undefined ? [] : [[name, maxItems] as const],
    ),
  );
}

/**
 * SQL of the columns as a JSON object, with at most `most` entries of these lists. Long lists go
 * item by item, which takes half the time.
 */
function objectOf(columns: readonly WireColumn[], most: ReadonlyMap<string, number>): string {
  const members = columns.map(({ name, type }) => {
    const value = type.endsWith(')[]')
      ? `'[' || array_to_string(list_transform(${name}${most.has(name) ? `[:${most.get(name)}]` : ''},
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

async function slicesOf(
  database: Database,
  { part, as, header, keys }: PartLines,
  counts: ReadonlyMap<string, LineCounts>,
): Promise<{ slices: Slices; rows: Uint32Array }> {
  const counted = counts.get(part);
  if (!counted) throw new Error(`the lines of ${part} were not counted`);
  const { first, count, total } = counted;
  const listKeys = keys === undefined ? undefined : await readKeys(database, keys, total);
  return { slices: { by: 'lines', first, count, as, header, keys: listKeys }, rows: count };
}

async function readKeys(database: Database, sql: string, lines: number): Promise<ListKeys> {
  const keys = { instants: new Float64Array(lines), members: new Uint16Array(lines) };
  await readNumbers(database, sql, [keys.instants, keys.members]);
  return keys;
}
