import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { randomFrom } from '../support/random.ts';
import { type Row, type TableName, tableColumns, tableNames, type World } from './world.ts';

export type WriteOptions = {
  /** Seed for a random order of rows, columns and files; without it they stay in order. */
  readonly shuffle?: number;
  /** Number of files for each table. */
  readonly parts?: number;
  readonly format?: 'csv' | 'ndjson';
};

const numeric = new Set(
  (
    'leverage opening_balance reported_balance volume open_price close_price stop_loss take_profit ' +
    'profit commission swap magic_number amount balance equity pip_size rate close value decimals mae mfe margin'
  ).split(' '),
);

/**
 * Writes `source/` and `registry.json`, as `run` and `registry apply` read them, and
 * `publications.json` for tests.
 */
export async function writeWorld(world: World, directory: string, options: WriteOptions = {}) {
  const source = join(directory, 'source');
  await mkdir(source, { recursive: true });
  const order = shuffler(options.shuffle);
  for (const table of tableNames) {
    const rows = order(world[table]);
    if (rows.length === 0 && table !== 'accounts') continue;
    const parts = Math.max(1, Math.min(options.parts ?? 1, rows.length));
    const names = order(Array.from({ length: parts }, (_, part) => part));
    for (const [index, part] of names.entries()) {
      const ownRows = rows.filter((_, row) => row % parts === index);
      const name = parts === 1 ? table : `${table}-${part}`;
      const format = options.format ?? 'csv';
      await writeFile(join(source, `${name}.${format}`), tableText(table, ownRows, format, order));
    }
  }
  await writeFile(join(directory, 'registry.json'), registryText(world));
  const publications = world.registry.accounts.flatMap(({ slug, publication }) =>
    publication === undefined ? [] : [[slug, publication] as const],
  );
  await writeFile(
    join(directory, 'publications.json'),
    JSON.stringify(Object.fromEntries(publications)),
  );
}

function tableText(
  table: TableName,
  rows: readonly Row[],
  format: 'csv' | 'ndjson',
  order: <T>(list: readonly T[]) => T[],
): string {
  const columns = order(tableColumns[table]);
  if (format === 'ndjson') return rows.map((row) => jsonLine(row, columns)).join('');
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return stringify([columns, ...cells]);
}

/** Writes numbers in JSON with exactly the digits of the world, so that no float changes them. */
function jsonLine(row: Row, columns: readonly string[]): string {
  const members = columns.flatMap((column) => {
    const value = row[column] ?? null;
    if (value === null) return [`${JSON.stringify(column)}:null`];
    const bare = numeric.has(column) || ['demo', 'deposits_unknown'].includes(column);
    return [`${JSON.stringify(column)}:${bare ? value : JSON.stringify(value)}`];
  });
  return `{${members.join(',')}}\n`;
}

function registryText(world: World): string {
  const owners = world.registry.owners.map((owner) => ({
    plan: 'free',
    plan_until: null,
    ...owner,
  }));
  const accounts = world.registry.accounts.map(({ publication: _, ...entry }) => ({
    name: entry.slug,
    published: true,
    hide: [],
    ...entry,
  }));
  return `${JSON.stringify({ owners, accounts }, null, 2)}\n`;
}

function shuffler(seed: number | undefined) {
  const random = randomFrom(seed ?? 0);
  return <T>(list: readonly T[]): T[] => {
    if (seed === undefined) return [...list];
    return list
      .map((value) => ({ value, key: random() }))
      .sort((first, second) => first.key - second.key)
      .map(({ value }) => value);
  };
}
