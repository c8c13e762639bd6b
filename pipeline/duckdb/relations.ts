import type { Database } from './database.ts';
import { findSkippedTables } from './skipped-tables.ts';
import { type ComputedFolder, readSql, relationsIn, withoutComments } from './sql-files.ts';

/** A relation of `sql/` with the table it is computed into. */
export interface Relation {
  name: string;
  folder: string;
  /** Name of the table, or view, that holds it while a chunk is computed. */
  table: string;
  kind: 'table' | 'view';
  sql: string;
  /** Names of what it reads. */
  reads: ReadonlySet<string>;
}

/**
 * Form of the relations in each folder. Those of `selection` read loaded rows in place. Lists say
 * which of the ordered rows are shown.
 */
const folders = {
  selection: { prefix: '', kind: 'view' },
  intermediate: { prefix: '', kind: 'table' },
  reconciliation: { prefix: '', kind: 'table' },
  marts: { prefix: 'computed_', kind: 'table' },
  lists: { prefix: 'listed_', kind: 'view' },
  pages: { prefix: 'computed_', kind: 'table' },
  record: { prefix: 'computed_', kind: 'table' },
} satisfies Record<ComputedFolder, { prefix: string; kind: Relation['kind'] }>;

let inOrder: readonly Relation[] | undefined;

/** Every computed relation, each after those it reads. */
export function relationsInOrder(): readonly Relation[] {
  inOrder ??= orderRelations();
  return inOrder;
}

function orderRelations(): Relation[] {
  const all = new Map<string, Relation>();
  for (const [folder, { prefix, kind }] of Object.entries(folders)) {
    for (const name of relationsIn(folder)) {
      const table = `${prefix}${name}`;
      const sql = readSql(`${folder}/${name}`);
      all.set(table, { name, folder, table, kind, sql, reads: relationsReadBy(sql) });
    }
  }
  const ordered: Relation[] = [];
  const visit = (relation: Relation, path: string[]): void => {
    if (ordered.includes(relation)) return;
    if (path.includes(relation.table)) {
      throw new Error(`relations read each other: ${[...path, relation.table].join(' -> ')}`);
    }
    for (const name of relation.reads) {
      const read = all.get(name);
      if (read && read !== relation) visit(read, [...path, relation.table]);
    }
    ordered.push(relation);
  };
  for (const relation of all.values()) visit(relation, []);
  return ordered;
}

/** A computed relation and all that it reads, each after those it reads. */
export function relationsFor(table: string): readonly Relation[] {
  const all = relationsInOrder();
  const wanted = new Set([table]);
  for (const relation of all.toReversed()) {
    if (wanted.has(relation.table)) for (const name of relation.reads) wanted.add(name);
  }
  return all.filter((relation) => wanted.has(relation.table));
}

/** Names that stand behind `from` and `join`. */
export function relationsReadBy(sql: string): Set<string> {
  const code = withoutComments(sql);
  return new Set([...code.matchAll(/\b(?:from|join)\s+([a-z_]+)/g)].map((match) => match[1] ?? ''));
}

/**
 * Computes relations for what `selection` names. Before it there must be the tables of `sql/raw`
 * and `sql/state`, the macros, `selection`, and `run_context` with the one instant `as_of` (UTC).
 * Tables that nothing reads any more are dropped on the way, except those in `retained`.
 */
export async function computeRelations(
  database: Database,
  relations: readonly Relation[],
  retained?: ReadonlySet<string>,
): Promise<void> {
  const lastReaders = retained ? lastReadersOf(relations, retained) : new Map<Relation, string[]>();
  const unneeded = await findSkippedTables(database, new Set(relations.map(({ table }) => table)));
  for (const relation of relations) {
    const { kind, table } = relation;
    const sql = unneeded.tables.has(table) ? unneeded.standIns.get(table) : relation.sql;
    if (sql !== undefined) await database.run(`create or replace ${kind} ${table} as ${sql}`);
    for (const read of lastReaders.get(relation) ?? []) {
      await database.run(`drop table if exists ${read}`);
    }
  }
}

/** Returns the tables that a relation is the last to read. Reading a view reads its tables too. */
function lastReadersOf(
  relations: readonly Relation[],
  retained: ReadonlySet<string>,
): Map<Relation, string[]> {
  const byTable = new Map(relations.map((relation) => [relation.table, relation]));
  const readers = new Map<Relation, Relation>();
  const note = (names: Iterable<string>, reader: Relation): void => {
    for (const name of names) {
      const read = byTable.get(name);
      if (!read || read === reader) continue;
      if (read.kind === 'view') note(read.reads, reader);
      else readers.set(read, reader);
    }
  };
  for (const relation of relations) note(relation.reads, relation);
  const last = new Map<Relation, string[]>();
  for (const [read, reader] of readers) {
    if (retained.has(read.table)) continue;
    last.set(reader, [...(last.get(reader) ?? []), read.table]);
  }
  return last;
}

/** Drops the tables of relations except those in `retained`; any may be gone already. */
export async function dropRelations(
  database: Database,
  relations: readonly Relation[],
  retained: ReadonlySet<string>,
): Promise<void> {
  for (const { table, kind } of relations) {
    if (kind === 'table' && !retained.has(table))
      await database.run(`drop table if exists ${table}`);
  }
}

/** The tables that queries read, and those that views which they read do. */
export function tablesReadBy(
  queries: readonly string[],
  relations: readonly Relation[],
): ReadonlySet<string> {
  const names = new Set(queries.flatMap((query) => [...relationsReadBy(query)]));
  for (const { table, kind, reads } of relations.toReversed()) {
    if (kind === 'view' && names.has(table)) for (const read of reads) names.add(read);
  }
  return names;
}
