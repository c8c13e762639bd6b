import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, unreadableRow } from '../bounds.ts';
import { createDecoder, type Encoding, encodingOfParts } from '../decode.ts';
import { partsUpTo, readBeginning, refusalOf } from '../read-export.ts';
import { isZip } from '../zip.ts';
import { createCsvReader, type TextRow } from './csv-rows.ts';
import type { TableRow } from './html-rows.ts';
import { rowsOfWorkbook } from './xlsx-rows.ts';

/** A CSV or a workbook, whose rows are read as often as they are asked for. */
export interface Sheet {
  /** Of a text; null of a workbook. */
  encoding: Encoding | null;
  batches(): AsyncIterable<readonly TextRow[]>;
}

/**
 * Opens a CSV or the first sheet of a workbook; no more is in memory than is read at once. Ends the
 * command if it can't be read, and says what was expected.
 */
export async function openSheet(
  file: string,
  { noun, told }: { noun: string; told?: string | undefined },
): Promise<Sheet> {
  const beginning = await readBeginning(file);
  const refuse = (cause: unknown) => refusalOf(file, noun, cause);
  if (isZip(beginning)) {
    return { encoding: null, batches: () => refusing(workbookBatches(file), refuse) };
  }
  // What is small is read once.
  const isWhole = beginning.length <= bounds.peekBytes;
  const parts = () => (isWhole ? only(beginning) : partsUpTo(file, bounds.reportBytes));
  const encoding = told
    ? { name: told, isGuess: false }
    : await encodingOfParts(parts()).catch((cause) => {
        throw refuse(cause);
      });
  return { encoding, batches: () => refusing(csvBatches(parts(), encoding.name), refuse) };
}

type Batches = AsyncGenerator<readonly TextRow[]>;

async function* refusing(batches: Batches, refuse: (cause: unknown) => unknown): Batches {
  try {
    yield* batches;
  } catch (cause) {
    throw refuse(cause);
  }
}

async function* csvBatches(parts: AsyncIterable<Buffer>, encoding: string): Batches {
  const decode = createDecoder(encoding);
  let batch: TextRow[] = [];
  const reader = createCsvReader((row) => batch.push(row));
  for await (const part of parts) {
    reader.write(decode(part, false));
    yield batch;
    batch = [];
  }
  reader.write(decode(Buffer.alloc(0), true));
  reader.end();
  yield batch;
}

async function* workbookBatches(file: string): Batches {
  for await (const rows of rowsOfWorkbook(file)) yield rows.map(textRow);
}

function textRow({ line, cells }: TableRow): TextRow {
  const texts: string[] = [];
  for (const { column, text } of cells) {
    if (column >= bounds.cellsOfRow) {
      throw unreadableRow(line, makeReason('file_many_columns', { max: bounds.cellsOfRow }));
    }
    if (texts[column] !== undefined) throw unreadableRow(line, makeReason('file_two_cells'));
    texts[column] = text;
  }
  const whole = Array.from(texts, (text) => text ?? '');
  return { line, texts: whole, breaks: false, isCut: false, isSparse: true };
}

async function* only(part: Buffer): AsyncGenerator<Buffer> {
  yield part;
}
