import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { CommandError, readFault } from '../base/errors.ts';
import { entriesOf } from '../base/json-text.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import { sendable } from '../connect/source-lines.ts';
import { tables } from '../load/columns.ts';
import { detectImportFormat } from '../platforms/index.ts';
import { splitByAccount } from '../platforms/source/source-files.ts';
import { assumptionLines } from '../read/faults.ts';
import type { Timezone } from '../read/timezone.ts';

/** Rows to send, and what their sender should know. */
export interface Sendings {
  /** Lines to send, in the order they are to be loaded in. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** Which account's rows, of a file that has several. */
  readonly accountId?: string | undefined;
  readonly timezone: Timezone | null;
  readonly currency?: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

interface SentLine {
  readonly accountId: string | undefined;
  readonly line: string;
}

const maxBytes = 512 * 1024 * 1024;

/** Reads the rows of a source file (known by its name) or of an export (known by its content). */
export async function readSendings(file: string, options: ReadOptions): Promise<Sendings> {
  if (/\.(parquet|arrow)$/i.test(file)) {
    throw new CommandError(
      `${file}: Parquet and Arrow files can't be sent; write the rows as CSV or NDJSON, or ask an operator to load the file`,
    );
  }
  const name = basename(file);
  const table = tables.find(
    (known) => name.startsWith(`${known.name}.`) || name.startsWith(`${known.name}-`),
  );
  if (!table) return readExport(file, options);
  if (!sendable.has(table.name)) {
    throw new CommandError(
      `${file}: ${table.name} belong to no account; ask an operator to load the file`,
    );
  }
  const lines = ofAccount(file, readLines(file, table.name), options.accountId);
  return { lines: lines.map(({ line }) => line), notes: [] };
}

async function readExport(file: string, options: ReadOptions): Promise<Sendings> {
  const format = await detectImportFormat(file);
  if (format.holds !== 'account') {
    throw new CommandError(
      `${file}: a calendar belongs to no account; ask an operator to load the file`,
    );
  }
  const { timezone, currency, accountId } = options;
  const imported = await format.importFile(file, { accountId, timezone, currency });
  const parts = splitByAccount(imported.tables);
  if (parts.length > 1)
    throw severalIn(
      file,
      parts.map(({ id }) => id),
    );
  const lines = Object.entries(parts[0]?.tables ?? {}).flatMap(([table, rows]) =>
    rows.map((row: Row) => lineOf(table, row)),
  );
  const warnings = imported.warnings.map((warning) => `${file}: ${inEnglish(warning)}`);
  return {
    lines,
    notes: [...assumptionLines(imported.supposed), ...imported.notes.map(inEnglish), ...warnings],
  };
}

/** Columns that the server sets, since a key belongs to one account. */
const setByServer: readonly string[] = ['account_id', 'data_source'];

/** Empty cells say nothing. */
function lineOf(table: string, row: Row): string {
  const cells = Object.entries(row).filter(
    ([name, value]) => value !== '' && value !== null && !setByServer.includes(name),
  );
  return JSON.stringify({ table, ...Object.fromEntries(cells) });
}

function readLines(file: string, table: string): SentLine[] {
  const text = textOf(file);
  if (/\.csv(\.gz)?$/i.test(file)) return readCsv(file, text, table);
  if (/\.ndjson(\.gz)?$/i.test(file)) return readNdjson(file, text, table);
  throw new CommandError(`${file}: only CSV, NDJSON and platforms' exports can be sent`);
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file);
    const opened = file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(opened);
  } catch (cause) {
    throw new CommandError(`cannot read ${file}: ${readFault(cause)}`, undefined, { cause });
  }
}

function readCsv(file: string, text: string, table: string): SentLine[] {
  try {
    const rows: Row[] = parse(text, { columns: true, skip_empty_lines: true });
    return rows.map((row) => ({
      accountId: row.account_id === undefined ? undefined : String(row.account_id),
      line: lineOf(table, row),
    }));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new CommandError(`${file}: ${cause.message}`, undefined, { cause });
  }
}

/** Lines as they are, but for the table that they name: a number keeps all of its digits. */
function readNdjson(file: string, text: string, table: string): SentLine[] {
  return text.split(/\r?\n/).flatMap((raw, at) => {
    const line = raw.trim();
    if (line === '') return [];
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === 'object' && row !== null && !Array.isArray(row)) {
        const accountId = 'account_id' in row ? String(row.account_id) : undefined;
        const members = [...entriesOf(line)]
          .filter(([name]) => name !== 'table' && !setByServer.includes(name))
          .map(([name, value]) => `${JSON.stringify(name)}:${value},`);
        return [{ accountId, line: `{${members.join('')}"table":"${table}"}` }];
      }
    } catch {}
    throw new CommandError(`${file}: line ${at + 1} is not a JSON object`);
  });
}

function ofAccount(
  file: string,
  lines: readonly SentLine[],
  accountId: string | undefined,
): readonly SentLine[] {
  const ids = new Set(lines.flatMap((line) => line.accountId ?? []));
  if (accountId !== undefined) return lines.filter((line) => line.accountId === accountId);
  if (ids.size > 1) throw severalIn(file, [...ids]);
  return lines;
}

const severalIn = (file: string, ids: readonly string[]): CommandError =>
  new CommandError(
    `${file}: has rows of ${ids.length} accounts, but a Connection Key is for one; choose it with --account-id`,
  );
