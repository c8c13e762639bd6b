import { CommandError, exitCodes } from '../base/errors.ts';
import { forexfactoryFormats } from './forexfactory.ts';
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

interface Format<Holds, Options> {
  name: string;
  describe: string;
  /** What the export is about. */
  holds: Holds;
  importFile(file: string, options: Options): Promise<Imported>;
}

export type AccountFormat = Format<'account', ImportOptions>;
export type CalendarFormat = Format<'calendar', Pick<ImportOptions, 'timezone'>>;
export type ImportFormat = AccountFormat | CalendarFormat;

/** The exports that can be imported; a new one is a line here. */
export const importFormats: readonly ImportFormat[] = [
  {
    name: 'mt4',
    describe: 'MetaTrader 4 statement, detailed or plain (.htm)',
    holds: 'account',
    importFile: importMt4,
  },
  ...forexfactoryFormats,
];

/** The format of that name; an unknown one ends the command, naming those there are. */
export function findImportFormat(name: string): ImportFormat {
  const format = importFormats.find((known) => known.name === name);
  if (format !== undefined) return format;
  const known = importFormats.map((each) => each.name).join(', ');
  throw new CommandError(`import ${name}: unknown format; known are: ${known}`, exitCodes.usage);
}
