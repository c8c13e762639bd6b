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

/** The lists, whose rows are flat, in the order of their rows. */
const orders: Readonly<Record<string, string>> = {
  positions: 'slug, opened_at, ticket',
  trades: 'slug, closed_at, opened_at, ticket',
};

/** Every mart that leaves the warehouse, in the order it is exported. */
export function exportedMarts(): Mart[] {
  return relationsIn('views')
    .filter((view) => view.startsWith(prefix))
    .map((view) => {
      const name = view.slice(prefix.length);
      const order = orders[name];
      return {
        name,
        view,
        sql: `select * from ${view} order by ${order ?? 'slug'}`,
        isNested: order === undefined,
      };
    });
}
