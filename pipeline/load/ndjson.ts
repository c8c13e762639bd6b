import { filePath, identifier, literal } from '../base/sql-text.ts';
import { columnNames, type Table } from './columns.ts';
import type { Source } from './projection.ts';

/** Rows of NDJSON files, one after another; a line that is no JSON object breaks its row alone. */
export function ndjsonSource(paths: readonly string[], table: Table): Source {
  const names = columnNames(table);
  const shape = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'VARCHAR'])));
  const lines = `read_csv([${paths.map(filePath).join(', ')}], auto_detect = false, header = false,
        delim = chr(1), quote = '', escape = '', nullstr = '', hive_partitioning = false,
        compression = 'none', columns = {'line': 'varchar'})`;
  const isObject = "json_valid(line) and ltrim(line)[1] = '{'";
  return {
    from: `(select json_transform(case when ${isObject} then line end, ${literal(shape)}) as object
        from ${lines} where line is not null)`,
    broken: "case when object is null then 'the line is not a JSON object' end",
    columns: new Map(
      names.map((name) => [name, { sql: `object.${identifier(name)}`, type: 'VARCHAR' }]),
    ),
    keepRaw: false,
  };
}
