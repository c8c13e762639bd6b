import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandError } from '../base/errors.ts';
import { joinEarlier, withPositionReport } from './earlier.ts';
import { type SourceRows, sourceTables } from './source-tables.ts';

export interface WrittenFile {
  path: string;
  rows: number;
  /** Of them, those that earlier imports wrote. */
  kept: number;
}

export interface Written {
  files: WrittenFile[];
  warnings: string[];
}

/** Rows that belong together, and what their files are named after: the account or the feed. */
export interface SourcePart {
  id: string;
  tables: SourceRows;
}

/** The rows of each account apart, in the order in which they stand in the table of accounts. */
export function splitByAccount(tables: SourceRows): SourcePart[] {
  const ids = [...new Set((tables.accounts ?? []).map((account) => account.account_id))];
  if (ids.length <= 1) return ids.map((id) => ({ id, tables }));
  const { accounts, trades, positions, cash_flows, equity, printed_figures } = tables;
  return ids.map((id) => {
    const own = <Row extends { account_id: string }>(rows: readonly Row[] | undefined) =>
      rows?.filter((row) => row.account_id === id) ?? [];
    return {
      id,
      tables: {
        ...{ accounts: own(accounts), trades: own(trades), positions: own(positions) },
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
): Promise<Written> {
  const warnings: string[] = [];
  const files: Draft[] = [];
  for (const part of parts) {
    const pathOf = (table: string) => join(directory, `${table}-${fileSafe(part.id)}.csv`);
    const joined = await joinEarlier(withPositionReport(part.tables), pathOf);
    warnings.push(...joined.warnings);
    for (const table of renderTables(joined.tables)) {
      files.push({
        ...table,
        kept: joined.kept.get(table.name) ?? 0,
        path: pathOf(table.name),
        draft: join(directory, `.${table.name}-${fileSafe(part.id)}.${process.pid}.tmp`),
      });
    }
  }
  try {
    await mkdir(directory, { recursive: true });
    for (const file of files) await writeDurably(file.draft, file.csv);
    for (const file of files) await rename(file.draft, file.path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`cannot write to ${directory}: ${reason}`, undefined, { cause });
  } finally {
    await Promise.all(files.map((file) => rm(file.draft, { force: true }).catch(() => undefined)));
  }
  return { files: files.map(({ path, rows, kept }) => ({ path, rows, kept })), warnings };
}

interface Draft extends WrittenFile {
  csv: string;
  draft: string;
}

/** A name for files that no two ids share: letters, digits and `-` stay, other bytes become `_xx`. */
export function fileSafe(id: string): string {
  const name = Buffer.from(id)
    .toString('latin1')
    .replace(/[^A-Za-z0-9-]/g, (byte) => `_${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const digest = createHash('sha256').update(id).digest('hex');
  return name.length > 120 ? `${name.slice(0, 80)}_${digest}` : name;
}

function renderTables(tables: SourceRows): { name: string; rows: number; csv: string }[] {
  return Object.entries(sourceTables).flatMap(([name, columns]) => {
    const rows = Object.entries(tables).find(([table]) => table === name)?.[1];
    if (rows === undefined) return [];
    return [{ name, rows: rows.length, csv: stringify(rows, { header: true, columns }) }];
  });
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
