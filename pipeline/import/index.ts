import { CommandError, exitCodes } from '../errors.ts';
import { importMt4 } from './mt4.ts';
import type { SourceRows } from './source-tables.ts';
import type { Timezone } from './timezone.ts';

export interface ImportOptions {
  accountId: string;
  /** The clock of the export's times; null: not told. */
  timezone: Timezone | null;
}

export interface Imported {
  tables: SourceRows;
  /** What was found and agrees. */
  facts: string[];
  /** What whoever imports should know, though nothing is wrong. */
  notes: string[];
  /** What was refused or does not agree. */
  warnings: string[];
}

export interface ImportFormat {
  name: string;
  describe: string;
  importFile(file: string, options: ImportOptions): Promise<Imported>;
}

/** The exports that can be imported; a new one is a line here. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'mt4',
    describe: 'MetaTrader 4 statement, detailed or plain (.htm)',
    importFile: importMt4,
  },
];

/** The format of that name; an unknown one ends the command, naming those there are. */
export function findImportFormat(name: string): ImportFormat {
  const format = importFormats.find((known) => known.name === name);
  if (format !== undefined) return format;
  const known = importFormats.map((each) => each.name).join(', ');
  throw new CommandError(`import ${name}: unknown format; known are: ${known}`, exitCodes.usage);
}
