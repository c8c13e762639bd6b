import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withPrivateModes } from '../base/modes.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { accountTables, rawTableOf, storedColumns, type Table, tables } from '../load/columns.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import { archivedTables } from '../run/archived-history.ts';
import type { AccountBucket, RowsChange, ShardInput, Slice } from './batch.ts';
import { contentOf } from './intake.ts';
import { objects } from './objects.ts';
import { bucketOf } from './shard-map.ts';
import { type ShardFiles, slicePath } from './shard-state.ts';
import { assignShards, type SliceFile, SliceWriter } from './slices.ts';

/** Rows of a bucket, of all tables, when rows are merged. */
const bucketRows = 100_000;
/** Most slices of a shard that are not merged, and bytes of them up to which none are. */
const mostUnmerged = 256;
const fewBytes = 4 * 1024 * 1024;

/** Tables with results of earlier runs that a run needs. All are small, and stored as a whole. */
export const resultTables = [
  ...['calendar_events', 'compared_figures', 'computed_subjects', 'held_back', 'history_cuts'],
  ...['pending_changes', 'published_state', 'state_shape', 'subjects', 'unreconciled_accounts'],
];

const sourceTables = tables.filter(({ name }) => !resultTables.includes(name));
/** Returns true if a slice has rows of a source table, not results. */
export const isOfSource = ({ table }: Slice): boolean => !resultTables.includes(table);

interface StoreOptions extends ShardFiles {
  /** Folder with the slices that were loaded. */
  readonly loaded: string;
  /** Bytes of slices up to which none are merged. */
  readonly fewBytes?: number | undefined;
}

/**
 * Puts the rows that a run has loaded into the store, as they count in its database. Once these are
 * many, all rows of the shard are merged, by bucket. The database must be complete.
 */
export const storeRows = (
  database: Database,
  input: ShardInput,
  options: StoreOptions,
): Promise<RowsChange> => withPrivateModes(() => store(database, input, options));

async function store(
  database: Database,
  input: ShardInput,
  options: StoreOptions,
): Promise<RowsChange> {
  const { rows, slices, state } = input;
  const folder = join(options.dataDir.temporary, 'stored');
  mkdirSync(folder);
  const last = slices.at(-1)?.sequence ?? state.loadedTo;
  const writer = new SliceWriter(folder, `rows-${last}`);
  const isMerging = isMergeDue(input, options.fewBytes ?? fewBytes);
  const files = isMerging
    ? await writeMerged(database, writer)
    : await writeLoaded(database, writer, input, options.loaded);
  const results = await writeResults(database, folder);
  const before = rows.filter((slice) => !isOfSource(slice));
  const isSame = (slice: Slice) => results.some(({ content }) => content.sha256 === slice.sha256);
  const known = new Set(before.map(({ sha256 }) => sha256));
  const changed = results.filter(({ content }) => !known.has(content.sha256));
  await eachFewAtOnce([...files, ...changed], ({ content, path }) =>
    options.store.put(objects.slice(content), content, path),
  );
  return {
    dropped: [
      ...slices,
      ...(isMerging ? rows.filter(isOfSource) : []),
      ...before.filter((slice) => !isSame(slice)),
    ].map(({ sequence }) => sequence),
    added: [...files, ...changed].map(({ table, content, bucket = null }, at) => ({
      sequence: last + 1 + at,
      table,
      ...content,
      bucket,
    })),
  };
}

/** Returns true if what was stored since the last merge has outgrown what it merged. */
function isMergeDue({ rows, slices }: ShardInput, few: number): boolean {
  const merged = rows.filter(({ bucket }) => bucket !== null);
  const unmerged = [...rows.filter(isOfSource), ...slices].filter(({ bucket }) => bucket === null);
  const bytesOf = (all: readonly Slice[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);
  return unmerged.length > mostUnmerged || bytesOf(unmerged) > Math.max(few, bytesOf(merged));
}

interface StoredFile extends SliceFile {
  readonly bucket?: AccountBucket;
}

/** The raw tables that have rows of a source table: archived, counting and overruled ones. */
const relationsOf = (table: Table): string[] => [
  ...(archivedTables.some((name) => name === table.name) ? [`archive.${table.name}`] : []),
  identifier(rawTableOf(table)),
  ...(table.overruledIn ? [identifier(table.overruledIn)] : []),
];

/** Writes the rows of each loaded key as they are now. */
async function writeLoaded(
  database: Database,
  writer: SliceWriter,
  { slices }: ShardInput,
  folder: string,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const table of sourceTables) {
    const paths = slices
      .filter((slice) => slice.table === table.name)
      .map((slice) => literal(slicePath(folder, slice)));
    if (paths.length === 0) continue;
    // Other rows with the same hash do no harm.
    const key = `hash(${table.key.map(identifier).join(', ')})`;
    const loaded = `${key} in (select ${key} from read_parquet([${paths.join(', ')}]))`;
    for (const relation of relationsOf(table)) {
      const rows = `from ${relation} where ${loaded}`;
      const file = await writer.write(database, table, storedColumns(table), rows);
      if (file !== null) files.push(file);
    }
  }
  return files;
}

/** Writes all rows. Those of accounts are in buckets. */
async function writeMerged(database: Database, writer: SliceWriter): Promise<StoredFile[]> {
  const ofAccounts = sourceTables.filter(({ name }) => accountTables.includes(name));
  const counted = await database.rows(
    ofAccounts
      .flatMap(relationsOf)
      .map((relation) => `select account_id, count(*) as count from ${relation} group by all`)
      .join(' union all '),
  );
  const total = counted.reduce((sum, { count }) => sum + Number(count), 0);
  const of = Math.max(1, Math.ceil(total / bucketRows));
  const ids = new Set(counted.map(({ account_id }) => String(account_id)));
  await assignShards(
    database,
    [...ids].map((id) => [id, bucketOf(id, of)]),
  );
  const files: StoredFile[] = [];
  for (const table of sourceTables) {
    const columns = storedColumns(table);
    for (const relation of relationsOf(table)) {
      if (ofAccounts.includes(table)) {
        const written = await writer.writeByShard(database, table, columns, `from ${relation}`);
        files.push(
          ...written.map(({ shard, ...file }) => ({ ...file, bucket: { number: shard, of } })),
        );
      } else {
        const file = await writer.write(database, table, columns, `from ${relation}`);
        if (file !== null) files.push({ ...file, bucket: { number: 0, of: 1 } });
      }
    }
  }
  await database.run('drop table shard_of');
  return files;
}

/** Writes each table of results that has rows. Equal rows give an equal file. */
async function writeResults(database: Database, folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const table of resultTables) {
    const [found] = await database.rows(`select exists (from ${table}) as is_any`);
    if (found?.is_any !== true) continue;
    const path = join(folder, `${table}.parquet`);
    await database.run(`copy (from ${table} order by all) to ${literal(path)}
      (format parquet, compression zstd)`);
    files.push({ table, content: contentOf(path), path });
  }
  return files;
}
