import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import Type from 'typebox';
import { Value } from 'typebox/value';
import {
  type Publication,
  PublicationSchema,
  RegistrySchema,
  type Row,
  type TableName,
  tableKeys,
  tableNames,
  type World,
} from './world.ts';

/**
 * Reads a folder with `source/` and `registry.json`. Later rows replace earlier ones with the same
 * key.
 */
export async function readWorld(directory: string): Promise<World> {
  const source = join(directory, 'source');
  const files = (await readdir(source, { recursive: true })).sort();
  const tables = new Map<TableName, Map<string, Row>>(tableNames.map((name) => [name, new Map()]));
  for (const file of files) {
    const table = tableNames.find((name) => new RegExp(`^${name}[-./]`).test(file));
    if (table === undefined || !/\.(csv|ndjson)$/.test(file)) continue;
    for (const row of readRows(file, await readFile(join(source, file), 'utf8'))) {
      const key = tableKeys[table].map((column) => row[column] ?? null);
      tables.get(table)?.set(JSON.stringify(key), row);
    }
  }
  const rows = (name: TableName): Row[] => [...(tables.get(name)?.values() ?? [])];
  const registry: unknown = JSON.parse(await readFile(join(directory, 'registry.json'), 'utf8'));
  const { owners, accounts } = Value.Parse(RegistrySchema, registry);
  const publications = readPublications(directory);
  return {
    ...tablesOf(rows),
    registry: {
      owners,
      accounts: accounts.map((entry) => {
        const publication = publications[entry.slug];
        return publication === undefined ? entry : { ...entry, publication };
      }),
    },
  };
}

/** Reads `publications.json` of a folder by slug. No file of the product sets these. */
export function readPublications(directory: string): Readonly<Record<string, Publication>> {
  const path = join(directory, 'publications.json');
  if (!existsSync(path)) return {};
  return Value.Parse(
    Type.Record(Type.String(), PublicationSchema),
    JSON.parse(readFileSync(path, 'utf8')),
  );
}

function readRows(file: string, text: string): Row[] {
  if (file.endsWith('.ndjson')) {
    return text.split('\n').filter(Boolean).map(readJsonRow);
  }
  const rows: Record<string, string>[] = parse(text, { columns: true });
  return rows.map((row) => toRow(Object.entries(row)));
}

/** Magic numbers can have more digits than a JavaScript number. */
function readJsonRow(line: string): Row {
  const value: unknown = JSON.parse(line.replace(/"magic_number":(-?\d+)/, '"magic_number":"$1"'));
  return toRow(Object.entries(typeof value === 'object' && value !== null ? value : {}));
}

function toRow(entries: [string, unknown][]): Row {
  return Object.fromEntries(entries.map(([column, value]) => [column, cellText(value)]));
}

/** Small JSON numbers would otherwise be printed with an exponent. */
function cellText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'number' && `${value}`.includes('e') ? value.toFixed(8) : `${value}`;
}

/** Collects the rows of every table by its name. */
export const tablesOf = <Rows>(rows: (name: TableName) => Rows) => ({
  accounts: rows('accounts'),
  trades: rows('trades'),
  positions: rows('positions'),
  cash_flows: rows('cash_flows'),
  equity: rows('equity'),
  printed_figures: rows('printed_figures'),
  symbols: rows('symbols'),
  fx_rates: rows('fx_rates'),
  prices: rows('prices'),
  calendar_events: rows('calendar_events'),
});
