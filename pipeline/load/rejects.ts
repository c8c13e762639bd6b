import { decodeReason, inEnglish } from '../base/reasons/reason.ts';
import type { AppendValue } from '../duckdb/append.ts';
import type { Row } from '../duckdb/database.ts';
import { appendRows, type Landing, type LoadedFile } from './landing.ts';
import { findRows, type RefusedLine, type TextFile } from './text-file.ts';

const page = 20_000;

/** Collects refused rows of one file and writes them to the landing some thousand at a time. */
export class RejectList {
  readonly #landing: Landing;
  readonly #file: Pick<LoadedFile, 'number' | 'file' | 'table'>;
  #records: RefusedLine[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(landing: Landing, file: Pick<LoadedFile, 'number' | 'file' | 'table'>) {
    this.#landing = landing;
    this.#file = file;
  }

  add(record: RefusedLine): void {
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
      records.map(({ reason }) => inEnglish(reason)),
      records.map(({ reason }) => reason.code),
      records.map(({ reason }) => JSON.stringify(reason.values)),
      records.map(({ raw }) => raw),
      records.map(({ accountId }) => accountId ?? null),
    ];
    this.#writing = this.#writing.then(() => appendRows(this.#landing, 'rejected', columns));
  }
}

/** Lists the landed rows of a text file that break a rule, with their lines; returns how many. */
export const rejectLines = (landing: Landing, file: LoadedFile, text: TextFile): Promise<number> =>
  rejectRows(landing, file, (rows, add) => {
    const ordinals = rows.map(({ row }) => Number(row) - file.firstRow);
    findRows(text, ordinals, (index, line, raw) => add(rows[index] ?? {}, line, raw));
  });

/** Rejects rows of a file without lines. A row is named by its ordinal and copied as JSON. */
export const rejectOrdinals = (landing: Landing, file: LoadedFile): Promise<number> =>
  rejectRows(landing, file, (rows, add) => {
    for (const row of rows) add(row, Number(row.row) - file.firstRow + 1, `${row.raw}`);
  });

type Add = (row: Row, line: number, raw: string) => void;

/** Lists the landed rows of a file that break a rule. `visit` adds each of some with its line. */
async function rejectRows(
  landing: Landing,
  file: LoadedFile,
  visit: (rows: readonly Row[], add: Add) => void,
): Promise<number> {
  const list = new RejectList(landing, file);
  const add: Add = ({ reason, account_id }, line, raw) =>
    list.add({
      line,
      raw,
      reason: decodeReason(`${reason}`),
      accountId: account_id ? `${account_id}` : null,
    });
  let count = 0;
  let from = file.firstRow;
  for (;;) {
    const rows = await landing.database.rows(`select row, reason, raw, account_id
      from ${landing.refusedOf(file.table)}
      where row between ${from} and ${file.firstRow + file.landed - 1}
      order by row limit ${page}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    visit(rows, add);
    count += rows.length;
    from = Number(last.row) + 1;
  }
  await list.finish();
  return count;
}

/** Takes back the refused rows of a file that is refused as a whole. */
export async function forgetRejects(landing: Landing, fileNumber: number): Promise<void> {
  await landing.database.run(
    `delete from ${landing.catalog}.rejected where file_number = ${fileNumber}`,
  );
}
