import { CommandError, exitCodes } from '../base/errors.ts';
import { literal } from '../base/sql-text.ts';
import { writeArrow } from './arrow.ts';
import { writeCsv } from './csv.ts';
import type { Writer } from './sorted.ts';

const rowGroupRows = { nested: 2048, flat: 122_880 } as const;

/** Writes a Parquet file with the warehouse's own types. */
export const writeParquet: Writer = async (database, { name, isNested }, path) => {
  const size = isNested ? rowGroupRows.nested : rowGroupRows.flat;
  await database.run(
    `copy ${name} to ${literal(path)} (format parquet, compression zstd, row_group_size ${size})`,
  );
};

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
