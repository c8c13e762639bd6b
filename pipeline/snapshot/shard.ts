import { join } from 'node:path';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { Cursor, writeLines } from '../duckdb/stream.ts';
import { csvTables, csvText } from './csv.ts';
import { jsonParts, type ListName, listParts, type PartName } from './layout.ts';
import { LineReader } from './lines.ts';
import { createListIndex } from './list-index.ts';
import type { Identity, Parts } from './parts.ts';

interface Subject {
  no: number;
  id: string;
  identity: Identity;
}

/** Wire columns of a list; what stands before them is for ordering and the index. */
const internalColumns = ['subject_no', 'member_no', 'instant'];

/** Writes every part of the subjects in scope, computed just before, to the packs. */
export async function writeShard(
  database: Database,
  parts: Parts,
  temporaryDirectory: string,
): Promise<void> {
  const subjects = await readSubjects(database);
  for (const { identity } of subjects) parts.enter(identity);
  await writeSections(database, parts, subjects, join(temporaryDirectory, 'sections.lines'));
  for (const list of listParts) {
    const path = join(temporaryDirectory, `${list}.lines`);
    await writeList(database, parts, subjects, list, path);
  }
  for (const table of csvTables) await writeCsv(database, parts, subjects, table);
}

async function readSubjects(database: Database): Promise<Subject[]> {
  const rows = await database.rows(readSql('runs/identities'));
  return rows.map(({ subject_no, identity }) => {
    const parsed: Identity = JSON.parse(String(identity));
    return { no: Number(subject_no), id: parsed.id, identity: parsed };
  });
}

async function writeSections(
  database: Database,
  parts: Parts,
  subjects: Subject[],
  path: string,
): Promise<void> {
  const selects: string[] = [];
  for (const [order, part] of jsonParts.entries()) {
    const columns = await wireColumns(database, `computed_${part}`, ['subject_id']);
    const [only] = columns;
    const value =
      columns.length === 1 && only === part
        ? `mart.${part}`
        : `{${columns.map((column) => `${column}: mart.${column}`).join(', ')}}`;
    selects.push(`select scope.subject_no, ${order} as part, to_json(${value})::varchar as line
      from computed_${part} as mart inner join scope using (subject_id)`);
  }
  await writeLines(
    database,
    `select line from (${selects.join(' union all ')}) order by subject_no, part`,
    path,
  );
  const reader = new LineReader(path);
  try {
    for (const subject of subjects) {
      for (const part of jsonParts) {
        await parts.write('sections', subject.id, part, 1, (append) => append(reader.line()));
      }
    }
  } finally {
    reader.close();
  }
}

async function writeList(
  database: Database,
  parts: Parts,
  subjects: Subject[],
  list: ListName,
  path: string,
): Promise<void> {
  const columns = await wireColumns(database, `listed_${list}`, internalColumns);
  const object = columns.map((column) => `${column}: ${column}`).join(', ');
  await writeLines(
    database,
    `select to_json({${object}})::varchar || ',' from listed_${list}`,
    path,
  );
  const counts = await countsOf(database, `listed_${list}`);
  const keys = new Cursor(database, `select instant, member_no::double from listed_${list}`);
  const reader = new LineReader(path);
  try {
    for (const subject of subjects) {
      const rows = counts.get(subject.no) ?? 0;
      const index = createListIndex(rows);
      let line = 0;
      await parts.write(list, subject.id, list, rows, (append) =>
        reader.take(rows, append, (end) => {
          line += 1;
          index.offsets[line] = end;
        }),
      );
      let row = 0;
      await keys.take(rows, (from, to, [instants, members]) => {
        for (let at = from; at < to; at += 1, row += 1) {
          index.instants[row] = Number(instants?.getItem(at));
          index.members[row] = Number(members?.getItem(at));
        }
      });
      const part: PartName = `${list}.index`;
      await parts.write('index', subject.id, part, rows, (append) => append(index.bytes));
    }
    await keys.end();
  } finally {
    reader.close();
  }
}

async function writeCsv(
  database: Database,
  parts: Parts,
  subjects: Subject[],
  table: (typeof csvTables)[number],
): Promise<void> {
  const rows = new Cursor(database, table.sql);
  const counts = await countsOf(database, `(${table.sql})`);
  const header = Buffer.from(csvText([table.columns]));
  for (const subject of subjects) {
    const count = counts.get(subject.no) ?? 0;
    await parts.write('csv', subject.id, table.part, count, async (append) => {
      append(header);
      await rows.take(count, (from, to, columns) => {
        const values: unknown[][] = [];
        for (let at = from; at < to; at += 1) {
          values.push(columns.slice(1).map((column) => column.getItem(at)));
        }
        append(Buffer.from(csvText(values)));
      });
    });
  }
  await rows.end();
}

async function wireColumns(database: Database, table: string, internal: string[]) {
  const rows = await database.rows(`describe ${table}`);
  return rows.map((row) => String(row.column_name)).filter((name) => !internal.includes(name));
}

async function countsOf(database: Database, relation: string): Promise<Map<number, number>> {
  const rows = await database.rows(
    `select subject_no, count(*) as rows from ${relation} group by subject_no`,
  );
  return new Map(rows.map((row) => [Number(row.subject_no), Number(row.rows)]));
}
