import { relationsIn } from '../duckdb/sql-files.ts';

/** What is exported as one file: a view by slug, without internal ids. */
export interface Mart {
  /** Name of the file without its extension. */
  name: string;
  view: string;
  sql: string;
  /** True where a row holds whole lists. */
  isNested: boolean;
}

const prefix = 'shared_';

/** Every mart that leaves the warehouse, in the order it is exported. */
export function exportedMarts(): Mart[] {
  return relationsIn('views')
    .filter((view) => view.startsWith(prefix))
    .map((view) => {
      const name = view.slice(prefix.length);
      const isNested = name !== 'trades';
      const order = isNested ? 'slug' : 'slug, closed_at, opened_at, ticket';
      return { name, view, sql: `select * from ${view} order by ${order}`, isNested };
    });
}
