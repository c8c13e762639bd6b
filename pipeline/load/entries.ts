import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import type { Database } from '../duckdb/database.ts';
import type { BatchEntry, Form } from './batch.ts';
import type { Table } from './columns.ts';
import { csvSource } from './csv.ts';
import { decodeText } from './decode.ts';
import type { Content } from './discover.ts';
import { FileFailure, fileFailure } from './failure.ts';
import { checkColumns } from './header.ts';
import { ndjsonSource } from './ndjson.ts';
import { type ParquetFooter, parquetSource, parquetTypes, readFooters } from './parquet.ts';
import { RejectList, rejectLines, rejectOrdinals } from './rejects.ts';
import type { Stage } from './stage.ts';
import { copyRows, inspect, type TextFile } from './text-file.ts';

const mostTextRows = 2_000_000;

/** Counts and checks the records of a text file, which is unpacked and mended where it has to be. */
export async function prepareText(
  stage: Stage,
  directory: string,
  content: Content,
  log: Pick<Log, 'warn'>,
): Promise<BatchEntry> {
  const target = join(directory, `${content.number}`);
  const path = await decodeText(content, `${target}.text`);
  const text = inspect(path, content.format === 'csv');
  if (text.isCsv) checkColumns(content.table, text.header);
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
    reject: (_, file) => rejectLines(stage, file, text),
  };
  if (!text.needsCopy) return entry;
  const list = new RejectList(stage, content);
  copyRows(text, `${target}.rows`, (record) => list.add(record));
  await list.finish();
  return { ...entry, readPath: `${target}.rows` };
}

function textForm({ isCsv, header, lineEnd, needsCopy }: TextFile, table: Table): Form {
  return {
    name: JSON.stringify([isCsv, isCsv && header, needsCopy ? 'lf' : lineEnd]),
    source: (paths) => (isCsv ? csvSource(paths, header) : ndjsonSource(paths, table)),
    isInPlace: false,
    mostRows: mostTextRows,
  };
}

/** Prepares Parquet files by what their footers say, which are read together where all can be. */
export class ParquetFiles {
  readonly #database: Database;
  readonly #footers: Map<string, ParquetFooter>;
  readonly #forms = new Map<string, Form>();

  private constructor(database: Database, footers: Map<string, ParquetFooter>) {
    this.#database = database;
    this.#footers = footers;
  }

  static async of(database: Database, contents: readonly Content[]): Promise<ParquetFiles> {
    const paths = contents.filter(({ format }) => format === 'parquet').map(({ path }) => path);
    if (paths.length === 0) return new ParquetFiles(database, new Map());
    try {
      return new ParquetFiles(database, await readFooters(database, paths));
    } catch (error) {
      fileFailure(error);
      return new ParquetFiles(database, new Map());
    }
  }

  async prepare(content: Content): Promise<BatchEntry> {
    const { path, table } = content;
    const footer = this.#footers.get(path) ?? (await readFooters(this.#database, [path])).get(path);
    if (!footer) throw new FileFailure('has no footer');
    return {
      content,
      form: await this.#formOf(table, path, footer),
      rows: footer.rows,
      broken: 0,
      readPath: path,
      madePaths: [],
      reject: rejectOrdinals,
    };
  }

  async #formOf(table: Table, path: string, { form: name }: ParquetFooter): Promise<Form> {
    const key = `${table.name} ${name}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const types = await parquetTypes(this.#database, path);
    checkColumns(table, [...types.keys()]);
    const form: Form = {
      name,
      source: (paths, firstRows) => parquetSource(paths, types, firstRows),
      // DuckDB's names for what rows are numbered by.
      isInPlace: !types.has('file_index') && !types.has('file_row_number'),
    };
    this.#forms.set(key, form);
    return form;
  }
}
