import { UsageError } from '../base/errors.ts';
import { literal } from '../base/sql-text.ts';
import { writeArrow } from './arrow.ts';
import { writeCsv } from './csv.ts';
import {
  type Compression,
  compressions,
  type NumberType,
  numberTypes,
  type Writer,
} from './sorted.ts';

/** Writes a Parquet file with the warehouse's own types. */
const writeParquet: Writer = async (database, { name }, path, compression) => {
  await database.run(
    `copy ${name} to ${literal(path)} (format parquet, compression ${compression})`,
  );
};

/** Writers by format. The name of a format is the extension of its files. */
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
    throw new UsageError(
      `--format: ${JSON.stringify(name)} is not one of ${Object.keys(writers).join(', ')}`,
    );
  });
}

/** The type of exact numbers of that name; the warehouse's own without one. */
export function parseNumberType(name: string = numberTypes[0]): NumberType {
  const known = numberTypes.find((type) => type === name);
  if (known) return known;
  throw new UsageError(
    `--numbers: ${JSON.stringify(name)} is not one of ${numberTypes.join(', ')}`,
  );
}

/** The compression of that name; what every reader knows without one. */
export function parseCompression(name: string = compressions[0]): Compression {
  const known = compressions.find((compression) => compression === name);
  if (known) return known;
  throw new UsageError(
    `--compression: ${JSON.stringify(name)} is not one of ${compressions.join(', ')}`,
  );
}
