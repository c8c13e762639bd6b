import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { detectImportFormat, findImportFormat } from '../../../pipeline/platforms/index.ts';
import type { AccountFormat, ImportOptions } from '../../../pipeline/platforms/source/format.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { assumptionLines } from '../../../pipeline/read/faults.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { withDirectory } from '../../support/directory.ts';
import { inWords } from './in-words.ts';

/** Result of reading a damaged export. */
export interface Reading {
  /** Values of trades, positions, flows and calendar events, in the order of the file. */
  readonly rows: readonly string[];
  /** Lines that say that something is wrong. Only the refusal if nothing is read. */
  readonly told: readonly string[];
  /** Assumptions, and other lines that are no complaints. */
  readonly notes: readonly string[];
  readonly findings: readonly string[];
  /** Texts that the owner of an account is asked about. */
  readonly texts: readonly object[];
  /** Name of the format; empty if nothing is read. */
  readonly format: string;
  /** Numbers of rows, by what became of them. */
  readonly counts: object;
  readonly tables: SourceRows;
}

type ReadOptions = Partial<ImportOptions> & { readonly format?: string };

/** Options that every format accepts. */
const anyAccount: ImportOptions = {
  accountId: 'MT5:1',
  timezone: utc,
  currency: 'USD',
  platform: 'MT5',
  takesBacktests: true,
};

/**
 * Reads bytes as an export of a format, or detects the format. Asserts that a refusal is one line.
 * Throws any other error.
 */
export const readBytes = (bytes: string | Uint8Array, options?: ReadOptions): Promise<Reading> =>
  withDirectory((folder) => {
    const file = join(folder, 'export');
    writeFileSync(file, bytes);
    return readExport(file, options);
  });

async function readExport(
  file: string,
  { format, ...options }: ReadOptions = {},
): Promise<Reading> {
  try {
    const found = format ? findImportFormat(format) : await detectImportFormat(file);
    const namesZone = /^(forexfactory-json|ctrader)$/.test(found.name);
    const { importFile } = found as AccountFormat;
    const all = { ...anyAccount, ...(namesZone && { timezone: null }), ...options };
    const { tables, warnings, rows, texts = [], ...said } = inWords(await importFile(file, all));
    const { notes, findings, supposed } = said;
    return {
      rows: figuresIn(tables),
      told: warnings,
      notes: [...assumptionLines(supposed), ...notes],
      findings,
      texts,
      counts: rows,
      tables,
      format: found.name,
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.match(error.message, /^[^\n]{10,2000}$/);
    const nothing = { rows: [], notes: [], findings: [], texts: [], counts: {}, tables: {} };
    return { told: [error.message], ...nothing, format: '' };
  }
}

const named = ['comment', 'magic_number'];

/** Returns everything in rows that affects a figure, or decides which row replaces another. */
function figuresIn(tables: SourceRows): string[] {
  const { trades = [], positions = [], cash_flows = [], calendar_events = [] } = tables;
  return [...trades, ...positions, ...cash_flows, ...calendar_events].map((row) =>
    Object.entries(row)
      .filter(([name]) => !named.includes(name))
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
}
