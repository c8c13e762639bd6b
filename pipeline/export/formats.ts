import { CommandError, exitCodes } from '../base/errors.ts';
import { writeArrow } from './arrow.ts';
import { writeCsv } from './csv.ts';
import { writeParquet } from './parquet.ts';
import type { Writer } from './staged.ts';

/** What writes each format; its name is the extension of the files. */
export const writers = {
  csv: writeCsv,
  parquet: writeParquet,
  arrow: writeArrow,
} as const satisfies Record<string, Writer>;

export type ExportFormat = keyof typeof writers;

const isFormat = (name: string): name is ExportFormat => Object.hasOwn(writers, name);

/** The formats of a list separated by commas; all of them without a list. */
export function parseFormats(list: string = Object.keys(writers).join()): ExportFormat[] {
  const names = new Set(list.split(',').map((name) => name.trim()));
  return [...names].map((name) => {
    if (isFormat(name)) return name;
    throw new CommandError(
      `--format: ${JSON.stringify(name)} is not one of ${Object.keys(writers).join(', ')}`,
      exitCodes.usage,
    );
  });
}
