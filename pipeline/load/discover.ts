import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { type Table, tables } from './columns.ts';

const formats = {
  '.csv': { format: 'csv', gzip: false },
  '.csv.gz': { format: 'csv', gzip: true },
  '.ndjson': { format: 'ndjson', gzip: false },
  '.ndjson.gz': { format: 'ndjson', gzip: true },
  '.parquet': { format: 'parquet', gzip: false },
  '.arrow': { format: 'arrow', gzip: false },
} as const;

type FileFormat = (typeof formats)[keyof typeof formats]['format'];

export interface SourceFile {
  /** Name in reports: the source as given, then the path within it. */
  file: string;
  path: string;
  table: Table;
  /** Undefined for a file in a table's directory that no reader knows. */
  format: FileFormat | undefined;
  gzip: boolean;
}

/** A file with its content's name in the ledger. */
export interface LedgerFile extends SourceFile {
  /** Its place in the order of loading. */
  number: number;
  sha256: string;
  bytes: number;
  /** Time of the last write. */
  writtenAt: number;
}

interface Discovery {
  files: SourceFile[];
  ignored: string[];
}

/** Every file of the sources in the order of loading: as given, then by name, byte by byte. */
export function discover(sources: readonly string[]): Discovery {
  const files: SourceFile[] = [];
  const ignored: string[] = [];
  for (const source of sources) {
    for (const name of namesUnder(source)) {
      const file = sourceFile(source, name);
      if (file) files.push(file);
      else ignored.push(join(source, name));
    }
  }
  return { files, ignored };
}

function sourceFile(source: string, name: string): SourceFile | undefined {
  const format = formatOf(name);
  const table = tables.find((candidate) => isOf(candidate, name, format !== undefined));
  if (!table || lastPart(name).startsWith('.')) return undefined;
  const path = isAbsolute(source) ? join(source, name) : resolve(source, name);
  const file = join(source, name);
  return { file, path, table, format: format?.format, gzip: format?.gzip ?? false };
}

function isOf(table: Table, name: string, isKnownFormat: boolean): boolean {
  if (name.includes('/')) return name.startsWith(`${table.name}/`);
  return isKnownFormat && (name.startsWith(`${table.name}.`) || name.startsWith(`${table.name}-`));
}

function formatOf(name: string) {
  const extension = /\.(csv|ndjson)\.gz$|\.[^.]*$/.exec(lastPart(name).toLowerCase())?.[0];
  return Object.entries(formats).find(([known]) => known === extension)?.[1];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function namesUnder(source: string): string[] {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(makeReason('run_source_no_folder', { name: source }));
  }
  const names: string[] = [];
  walk(source, '', new Set(), names);
  return names
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
}

function walk(source: string, folder: string, above: ReadonlySet<string>, names: string[]): void {
  const path = join(source, folder);
  const real = realpathSync(path);
  if (above.has(real)) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (!isFolder(entry, join(source, name))) names.push(name);
    else if (folder || tables.some((table) => table.name === entry.name)) {
      walk(source, name, new Set([...above, real]), names);
    }
  }
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
