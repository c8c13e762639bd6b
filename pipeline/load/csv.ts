import { filePath } from '../base/sql-text.ts';
import type { Source } from './projection.ts';

/** Rows of CSV files with the same header and the same kind of line breaks, one after another. */
export function csvSource(paths: readonly string[], header: readonly string[]): Source {
  const columns = header.map((_, index) => `'c${index}': 'varchar'`).join(', ');
  return {
    from: `read_csv([${paths.map(filePath).join(', ')}], auto_detect = false, header = true,
        delim = ',', quote = '"', escape = '"', strict_mode = true, nullstr = '',
        hive_partitioning = false, compression = 'none', columns = {${columns}})`,
    columns: new Map(header.map((name, index) => [name, { sql: `c${index}`, type: 'VARCHAR' }])),
    keepRaw: false,
  };
}
