import { literal } from '../base/sql-text.ts';
import type { Writer } from './staged.ts';

const rowGroupRows = { nested: 2048, flat: 122_880 } as const;

/** Writes a Parquet file with the warehouse's own types. */
export const writeParquet: Writer = async (database, { name, isNested }, path) => {
  const size = isNested ? rowGroupRows.nested : rowGroupRows.flat;
  await database.run(
    `copy ${name} to ${literal(path)} (format parquet, compression zstd, row_group_size ${size})`,
  );
};
