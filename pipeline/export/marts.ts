import { sharedOf, sharedViews } from '../duckdb/views.ts';

/** What is exported as one file: a view by slug, without internal ids. */
export interface Mart {
  /** Name of the file without its extension. */
  name: string;
  view: string;
  sql: string;
  /** True where a row holds whole lists. */
  isNested: boolean;
}

/** The lists, whose rows are flat, in the order of their rows. */
const orders: Readonly<Record<string, string>> = {
  positions: 'slug, opened_at, ticket',
  trades: 'slug, closed_at, opened_at, ticket',
};

/** Every mart that leaves the warehouse, in the order it is exported. */
export function exportedMarts(): Mart[] {
  return sharedViews.map((view) => {
    const name = sharedOf(view);
    const order = orders[name];
    return {
      name,
      view,
      sql: `select * from ${view} order by ${order ?? 'slug'}`,
      isNested: order === undefined,
    };
  });
}
