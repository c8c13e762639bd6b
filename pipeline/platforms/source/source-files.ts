import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { CommandError, writeFault } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { bounds } from '../../read/bytes/bounds.ts';
import { joinEarlier, withPositionReport } from './earlier.ts';
import {
  type ImportedRows,
  type SourceRow,
  type SourceRows,
  type SourceTable,
  sourceTables,
  type TradeBatches,
} from './source-tables.ts';

export interface WrittenFile {
  table: SourceTable;
  path: string;
  rows: number;
  /** Of them, those that earlier imports wrote. */
  kept: number;
}

/** Rows that belong together, and what their files are named after: the account or the feed. */
export interface SourcePart {
  id: string;
  tables: ImportedRows;
}

/** The same of rows that are all held. */
export interface HeldPart extends SourcePart {
  tables: SourceRows;
}

/** The rows of each account apart, in the order in which they stand in the table of accounts; batches are parted as they are written. */
export function splitByAccount(tables: SourceRows): HeldPart[];
export function splitByAccount(tables: ImportedRows): SourcePart[];
export function splitByAccount(tables: ImportedRows): SourcePart[] {
  const ids = [...new Set((tables.accounts ?? []).map((account) => account.account_id))];
  if (ids.length <= 1) return ids.map((id) => ({ id, tables }));
  const { accounts, trades, positions, cash_flows, equity, printed_figures } = tables;
  return ids.map((id) => {
    const own = <Row extends { account_id: string }>(rows: readonly Row[] | undefined) =>
      rows?.filter((row) => row.account_id === id) ?? [];
    return {
      id,
      tables: {
        accounts: own(accounts),
        ...(positions === undefined ? {} : { positions: own(positions) }),
        trades: trades === undefined || isHeld(trades) ? own(trades) : trades,
        ...{ cash_flows: own(cash_flows), equity: own(equity) },
        printed_figures: own(printed_figures),
      },
    };
  });
}

/**
 * Writes `<table>-<id>.csv` for every table given, all of them or none, joined with what is there of
 * the same account; the same rows give the same bytes.
 */
export async function writeSourceFiles(
  directory: string,
  parts: readonly SourcePart[],
): Promise<WrittenFile[]> {
  const drafts: Draft[] = [];
  const batched = new Map<TradeBatches, Draft[]>();
  try {
    makeFolder(directory);
    for (const { id, tables } of parts) {
      const pathOf = (table: SourceTable) => join(directory, sourceFileName(table, id));
      const { trades } = tables;
      const isLong =
        trades !== undefined &&
        (!isHeld(trades) || (await sizeOf(pathOf('trades'))) > bounds.joinedBytes);
      const { trades: _, ...others } = tables;
      const whole = isHeldAll(tables) && !isLong ? tables : others;
      const joined = await joinEarlier(withPositionReport(whole), pathOf, isLong);
      for (const table of tableNames) {
        const rows = joined.tables[table];
        const batches = table === 'trades' && isLong && trades ? inBatches(trades) : undefined;
        if (rows === undefined && batches === undefined) continue;
        const kept = joined.kept.get(table) ?? 0;
        const draft = await Draft.begin({ path: pathOf(table), table, id, kept });
        drafts.push(draft);
        if (batches !== undefined) {
          draft.joins = joined.isJoined;
          batched.set(batches, [...(batched.get(batches) ?? []), draft]);
        } else {
          await draft.write(rows ?? []);
          await draft.end();
        }
      }
    }
    for (const [batches, own] of batched) await writeBatches(batches, own);
    for (const draft of drafts) await rename(draft.draft, draft.path);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`cannot write to ${directory}: ${writeFault(cause)}`, undefined, {
      cause,
    });
  } finally {
    await Promise.all(drafts.map((draft) => draft.drop()));
  }
  return drafts.map(({ table, path, rows, kept }) => ({ table, path, rows, kept }));
}

/** What the file of an account's rows is called. */
export const sourceFileName = (table: SourceTable, id: string): string =>
  `${table}-${fileSafe(id)}.csv`;

/** Tables that a source may have. */
export const tableNames = Object.keys(sourceTables) as readonly SourceTable[];

type Row = Readonly<Record<string, string>>;

const isHeld = <Rows extends readonly Row[]>(rows: Rows | TradeBatches): rows is Rows =>
  Array.isArray(rows);

const isHeldAll = (tables: ImportedRows): tables is SourceRows =>
  tables.trades === undefined || isHeld(tables.trades);

function inBatches(trades: readonly SourceRow<'trades'>[] | TradeBatches): TradeBatches {
  return isHeld(trades) ? oneBatch(trades) : trades;
}

async function* oneBatch(trades: readonly SourceRow<'trades'>[]): TradeBatches {
  yield trades;
}

async function sizeOf(path: string): Promise<number> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return size;
}

/** Writes each row to the draft of its account; what there is but one of takes them all. */
async function writeBatches(batches: TradeBatches, drafts: readonly Draft[]): Promise<void> {
  const [only, ...others] = drafts;
  for await (const rows of batches) {
    if (others.length === 0) await only?.write(rows);
    else {
      for (const draft of drafts) {
        await draft.write(rows.filter((row) => row.account_id === draft.id));
      }
    }
  }
  for (const draft of drafts) {
    await draft.keepOthers();
    await draft.end();
  }
}

/** A file that is not in its place until all of it is on the disk. */
class Draft implements WrittenFile {
  rows = 0;
  kept: number;
  /** Rows of the file that was there stay where their ticket does not come again. */
  joins = false;
  readonly table: SourceTable;
  readonly path: string;
  readonly draft: string;
  readonly id: string;
  readonly #columns: string[];
  readonly #tickets = new Set<string>();
  #file: FileHandle | undefined;

  private constructor(path: string, table: SourceTable, id: string, kept: number) {
    this.table = table;
    this.path = path;
    this.id = id;
    this.kept = kept;
    this.draft = join(dirname(path), `.${basename(path, '.csv')}.${process.pid}.tmp`);
    this.#columns = sourceTables[table].slice();
  }

  static async begin(of: { path: string; table: SourceTable; id: string; kept: number }) {
    const draft = new Draft(of.path, of.table, of.id, of.kept);
    draft.#file = await open(draft.draft, 'w');
    await draft.#file.write(stringify([draft.#columns]));
    return draft;
  }

  async write(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    this.rows += rows.length;
    if (this.joins) for (const { ticket = '' } of rows) this.#tickets.add(ticket);
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce);
      await this.#file?.writeFile(stringify(some, { columns: this.#columns }));
    }
  }

  /** Writes what is in the file that it takes the place of, and not in what was written. */
  async keepOthers(): Promise<void> {
    if (!this.joins || (await sizeOf(this.path)) === 0) return;
    const earlier = parse({ columns: true, bom: true });
    createReadStream(this.path)
      .on('error', (cause) => earlier.destroy(cause))
      .pipe(earlier);
    let batch: Row[] = [];
    for await (const row of earlier) {
      if (this.#tickets.has(row.ticket)) continue;
      this.kept++;
      if (batch.push(row) < rowsAtOnce) continue;
      await this.write(batch);
      batch = [];
    }
    await this.write(batch);
  }

  async end(): Promise<void> {
    await this.#file?.sync();
    await this.#close();
  }

  async drop(): Promise<void> {
    await this.#close().catch(() => undefined);
    await rm(this.draft, { force: true }).catch(() => undefined);
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

const rowsAtOnce = 5000;

/** A name for files that no two ids share: letters, digits and `-` stay, other bytes become `_xx`. */
export function fileSafe(id: string): string {
  const name = Buffer.from(id)
    .toString('latin1')
    .replace(/[^A-Za-z0-9-]/g, (byte) => `_${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const digest = createHash('sha256').update(id).digest('hex');
  return name.length > 120 ? `${name.slice(0, 80)}_${digest}` : name;
}
