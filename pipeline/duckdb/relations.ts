import type { Database } from './database.ts';
import { type ComputedFolder, readSql, relationsIn } from './sql-files.ts';

/** A relation of `sql/` with the table it is computed into. */
export interface Relation {
  name: string;
  folder: string;
  /** Name of the temporary table, or view, that holds it while a shard is computed. */
  table: string;
  kind: 'table' | 'view';
  sql: string;
}

/**
 * How the relations of each folder are kept: those of `scope` read what was loaded where it stands,
 * lists say of rows that stand in order what is shown.
 */
const folders = {
  scope: { prefix: '', kind: 'view' },
  intermediate: { prefix: '', kind: 'table' },
  marts: { prefix: 'computed_', kind: 'table' },
  lists: { prefix: 'listed_', kind: 'view' },
  pages: { prefix: 'computed_', kind: 'table' },
} satisfies Record<ComputedFolder, { prefix: string; kind: Relation['kind'] }>;

/** Every computed relation, each after those it reads. */
export function relationsInOrder(): Relation[] {
  const all = new Map<string, Relation>();
  for (const [folder, { prefix, kind }] of Object.entries(folders)) {
    for (const name of relationsIn(folder)) {
      const table = `${prefix}${name}`;
      all.set(table, { name, folder, table, kind, sql: readSql(`${folder}/${name}`) });
    }
  }
  const ordered: Relation[] = [];
  const visit = (relation: Relation, path: string[]): void => {
    if (ordered.includes(relation)) return;
    if (path.includes(relation.table)) {
      throw new Error(`relations read each other: ${[...path, relation.table].join(' -> ')}`);
    }
    for (const name of relationsReadBy(relation.sql)) {
      const read = all.get(name);
      if (read && read !== relation) visit(read, [...path, relation.table]);
    }
    ordered.push(relation);
  };
  for (const relation of all.values()) visit(relation, []);
  return ordered;
}

/** Names that stand behind `from` and `join`. */
export function relationsReadBy(sql: string): Set<string> {
  const code = sql.replaceAll(/--.*$/gm, '');
  return new Set([...code.matchAll(/\b(?:from|join)\s+([a-z_]+)/g)].map((match) => match[1] ?? ''));
}

/** Computes relations for what `scope` names, as temporary tables and views. */
export async function computeRelations(database: Database, relations: Relation[]): Promise<void> {
  for (const { table, kind, sql } of relations) {
    await database.run(`create or replace temp ${kind} ${table} as ${sql}`);
  }
}

/** Drops what `computeRelations` made. */
export async function dropRelations(database: Database, relations: Relation[]): Promise<void> {
  for (const { table, kind } of relations) {
    await database.run(`drop ${kind} if exists temp.${table}`);
  }
}
