import { literal } from '../load/sql-text.ts';
import type { Writer } from './writer.ts';

const rowGroupRows = { nested: 2048, flat: 122_880 } as const;

/** Writes a Parquet file with the warehouse's own types. */
export const writeParquet: Writer = async (database, { sql, isNested }, path) => {
  const size = isNested ? rowGroupRows.nested : rowGroupRows.flat;
  const [written] = await database.rows(
    `copy (${sql}) to ${literal(path)}
      (format parquet, compression zstd, row_group_size ${size})`,
  );
  return Number(written?.Count);
};
