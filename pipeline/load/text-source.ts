import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { encodeReason, makeReason } from '../base/reasons/reason.ts';
import { filePath, identifier, literal } from '../base/sql-text.ts';
import type { BatchEntry, FileForm } from './batch.ts';
import { columnNames, type Table } from './columns.ts';
import { decodeText } from './decode.ts';
import type { LedgerFile } from './discover.ts';
import { checkColumns, warnOfIgnored } from './header.ts';
import type { Landing } from './landing.ts';
import type { Source } from './projection.ts';
import { scanRecords } from './records.ts';
import { RejectList, rejectLines } from './rejects.ts';
import { copyRows, inspect, type TextFile } from './text-file.ts';

const maxTextRows = 2_000_000;

/** Counts and checks the records of a text file. Unpacks the file and repairs it if needed. */
export async function prepareText(
  landing: Landing,
  directory: string,
  content: LedgerFile,
  log: Pick<Log, 'warn'>,
): Promise<BatchEntry> {
  const target = join(directory, `${content.number}`);
  const path = await decodeText(content, `${target}.text`);
  const text = inspect(path, content.format === 'csv');
  if (text.isCsv) checkColumns(content.table, text.header);
  warnOfIgnored(content, (name) => hasColumn(text, name), log);
  if (text.isOpenEnded) {
    log.warn('file ends without a line break: if it was cut, its last value may be wrong', {
      file: content.file,
    });
  }
  const entry: BatchEntry = {
    content,
    form: textForm(text, content.table),
    rows: text.rows,
    broken: text.broken,
    readPath: path,
    madePaths: [`${target}.text`, `${target}.rows`],
    reject: (_, file) => rejectLines(landing, file, text),
  };
  if (!text.needsCopy) return entry;
  const list = new RejectList(landing, content);
  copyRows(text, `${target}.rows`, (record) => list.add(record));
  await list.finish();
  return { ...entry, readPath: `${target}.rows` };
}

/** Returns true if the header of a CSV, or any object of an NDJSON, has the name. */
function hasColumn({ isCsv, header, path }: TextFile, name: string): boolean {
  if (isCsv) return header.includes(name);
  const key = new RegExp(`${JSON.stringify(name)}\\s*:`);
  let isFound = false;
  scanRecords(path, false, ({ buffer, start, end }) => {
    isFound ||= key.test(buffer.toString('utf8', start, end));
  });
  return isFound;
}

function textForm({ isCsv, header, lineEnd, needsCopy }: TextFile, table: Table): FileForm {
  return {
    name: JSON.stringify([isCsv, isCsv && header, needsCopy ? 'lf' : lineEnd]),
    source: (paths) => (isCsv ? csvSource(paths, header) : ndjsonSource(paths, table)),
    isInPlace: false,
    maxRows: maxTextRows,
  };
}

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

/**
 * Rows of NDJSON files, one file after another. A line that is not a JSON object breaks only its
 * row.
 */
const ndjsonSource = (paths: readonly string[], table: Table): Source =>
  linesSource(
    `read_csv([${paths.map(filePath).join(', ')}], auto_detect = false, header = false,
        delim = chr(1), quote = '', escape = '', nullstr = '', hive_partitioning = false,
        compression = 'none', columns = {'line': 'varchar'})`,
    table,
  );

/** Rows of a relation whose column `line` holds one JSON object each; its other columns stay. */
export function linesSource(lines: string, table: Table): Source {
  const names = columnNames(table);
  const shape = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'VARCHAR'])));
  const isObject = "json_valid(line) and ltrim(line)[1] = '{'";
  return {
    from: `(select *, json_transform(case when ${isObject} then line end, ${literal(shape)}) as object
        from ${lines} where line is not null)`,
    broken: `case when object is null then ${literal(encodeReason(makeReason('row_line_not_object')))} end`,
    columns: new Map(
      names.map((name) => [name, { sql: `object.${identifier(name)}`, type: 'VARCHAR' }]),
    ),
    hasKey: (name) =>
      `json_exists(case when object is not null then line end, ${literal(`$.${name}`)})`,
    keepRaw: false,
  };
}
