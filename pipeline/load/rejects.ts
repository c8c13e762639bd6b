import { literal } from '../base/sql-text.ts';
import type { AppendValue } from '../duckdb/append.ts';
import { appendRows, type LoadedFile, type Stage } from './stage.ts';
import { findRows, type RefusedRecord, type TextFile } from './text-file.ts';

const page = 20_000;

/** Collects refused rows of one file and writes them to the stage some thousand at a time. */
export class RejectList {
  readonly #stage: Stage;
  readonly #file: Pick<LoadedFile, 'number' | 'file' | 'table'>;
  #records: RefusedRecord[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(stage: Stage, file: Pick<LoadedFile, 'number' | 'file' | 'table'>) {
    this.#stage = stage;
    this.#file = file;
  }

  add(record: RefusedRecord): void {
    this.#records.push(record);
    if (this.#records.length >= page) this.#write();
  }

  async finish(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    const records = this.#records;
    this.#records = [];
    if (records.length === 0) return;
    const { number, file, table } = this.#file;
    const all = (value: AppendValue) => new Array<AppendValue>(records.length).fill(value);
    const columns = [
      all(BigInt(number)),
      all(file),
      records.map(({ line }) => BigInt(line)),
      all(table.name),
      records.map(({ reason }) => reason),
      records.map(({ raw }) => raw),
    ];
    this.#writing = this.#writing.then(() => appendRows(this.#stage, 'rejected', columns));
  }
}

/** Lists the staged rows of a text file that break a rule, with their lines; returns how many. */
export async function rejectLines(stage: Stage, file: LoadedFile, text: TextFile): Promise<number> {
  const list = new RejectList(stage, file);
  let count = 0;
  let from = file.firstRow;
  for (;;) {
    const rows = await stage.database.rows(`select row, reason
      from ${stage.refusedOf(file.table)}
      where row between ${from} and ${file.firstRow + file.staged - 1}
      order by row limit ${page}`);
    const ordinals = rows.map(({ row }) => Number(row) - file.firstRow);
    const last = ordinals.at(-1);
    if (last === undefined) break;
    findRows(text, ordinals, (index, line, raw) => {
      list.add({ line, reason: `${rows[index]?.reason}`, raw });
    });
    count += rows.length;
    from = file.firstRow + last + 1;
  }
  await list.finish();
  return count;
}

/** The same for a file without lines: a row is named by its ordinal and copied as JSON. */
export async function rejectOrdinals(stage: Stage, file: LoadedFile): Promise<number> {
  const [inserted] = await stage.database.rows(`insert into ${stage.catalog}.rejected
    select ${file.number}, ${literal(file.file)}, row - ${file.firstRow} + 1,
      ${literal(file.table.name)}, reason, raw
    from ${stage.refusedOf(file.table)}
    where row between ${file.firstRow} and ${file.firstRow + file.staged - 1}
    order by row`);
  return Number(inserted?.Count);
}

/** Takes back the refused rows of a file that is refused as a whole. */
export async function forgetRejects(stage: Stage, fileNumber: number): Promise<void> {
  await stage.database.run(
    `delete from ${stage.catalog}.rejected where file_number = ${fileNumber}`,
  );
}
