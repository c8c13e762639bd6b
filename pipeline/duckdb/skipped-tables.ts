import { marts } from '../../sql/marts/index.ts';
import { identifier } from '../base/sql-text.ts';
import type { Database } from './database.ts';
import type { SchemaParts } from './flat.ts';
import { readSql } from './sql-files.ts';

/** Relations that few accounts need. Planning their SQL takes a large part of a small run. */
interface Conditional {
  readonly tables: readonly string[];
  /** File of `sql/` with one row, and `is_any`: whether a selected subject needs them. */
  readonly condition: string;
  /** Makes the SQL of the table that later SQL reads although there is nothing in it. */
  readonly standIn: { readonly table: string; readonly sql: () => string };
}

const conditionals: readonly Conditional[] = [
  {
    tables: [
      'statements',
      'statement_bookings',
      'statement_results',
      'statement_drawdowns',
      'own_figures',
      'figure_comparisons',
    ],
    condition: 'runs/has_printed_figures',
    standIn: { table: 'figure_comparisons', sql: () => 'from compared_figures limit 0' },
  },
  {
    tables: ['benchmark_weekdays', 'computed_benchmark'],
    condition: 'runs/has_benchmarks',
    standIn: { table: 'computed_benchmark', sql: () => emptySection('benchmark') },
  },
  {
    tables: ['trade_excursions', 'computed_excursion'],
    condition: 'runs/has_excursions',
    standIn: { table: 'computed_excursion', sql: () => emptySection('excursion') },
  },
  {
    tables: ['computed_contributions'],
    condition: 'runs/has_portfolios',
    standIn: { table: 'computed_contributions', sql: () => emptySection('contributions') },
  },
];

/** Tables that the other relations never read, and the SQL of those that stand in for them. */
export interface SkippedTables {
  readonly tables: ReadonlySet<string>;
  readonly standIns: ReadonlyMap<string, string>;
}

/** Finds which of the tables no selected subject needs. */
export async function findSkippedTables(
  database: Database,
  tables: ReadonlySet<string>,
): Promise<SkippedTables> {
  const unneeded = new Set<string>();
  const standIns = new Map<string, string>();
  for (const { tables: names, condition, standIn } of conditionals) {
    if (!tables.has(standIn.table)) continue;
    const [row] = await database.rows(readSql(condition));
    if (row?.is_any === true) continue;
    for (const name of names) unneeded.add(name);
    standIns.set(standIn.table, standIn.sql());
  }
  return { tables: unneeded, standIns };
}

/**
 * Makes the SQL of a section in which no subject has data. Figures are null if they can be, else 0
 * or an empty list. Columns and types are those of the section's own SQL.
 */
export function emptySection(mart: keyof typeof marts): string {
  const schema: SchemaParts = marts[mart];
  const columns = Object.entries(schema.properties ?? {}).map(
    ([name, part]) => `${neutralValue(part)} as ${identifier(name)}`,
  );
  return `select selection.subject_id, ${columns.join(', ')} from selection`;
}

function neutralValue(schema: SchemaParts): string {
  const type = typeOf(schema);
  if (schema.anyOf) return `null::${type}`;
  if (schema.type === 'array') return `[]::${type}`;
  if (schema.type === 'integer') return `0::${type}`;
  throw new Error(`no neutral value of a figure of type ${schema.type}`);
}

const scalarTypes: Readonly<Record<string, string>> = {
  number: 'double',
  integer: 'bigint',
  string: 'varchar',
  boolean: 'boolean',
};

function typeOf({ type = '', anyOf, items, properties }: SchemaParts): string {
  const [first] = anyOf ?? [];
  if (first) return typeOf(first);
  if (items) return `${typeOf(items)}[]`;
  if (properties) {
    const members = Object.entries(properties).map(
      ([name, part]) => `${identifier(name)} ${typeOf(part)}`,
    );
    return `struct(${members.join(', ')})`;
  }
  const scalar = scalarTypes[type];
  if (scalar === undefined) throw new Error(`no SQL type for ${type}`);
  return scalar;
}
