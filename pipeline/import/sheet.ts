import { CommandError } from '../base/errors.ts';
import { bounds, Unreadable } from './bounds.ts';
import { createCsvReader, type TextRow } from './csv-rows.ts';
import { createDecoder, type Encoding, encodingOfParts } from './decode.ts';
import { partsOf, readBeginning, readExportBytes } from './read-export.ts';
import { isZip, readXlsxRows } from './xlsx-rows.ts';

/** A CSV or a workbook, whose rows are read as often as they are asked for. */
export interface Sheet {
  /** Of a text; null of a workbook. */
  encoding: Encoding | null;
  batches(): AsyncIterable<readonly TextRow[]>;
}

/**
 * Opens a CSV, of which no more is held than is read at once, or the first sheet of a workbook,
 * which is held. What cannot be read ends the command, saying what it is none of.
 */
export async function openSheet(
  file: string,
  { noun, told }: { noun: string; told?: string | undefined },
): Promise<Sheet> {
  const beginning = await readBeginning(file);
  if (isZip(beginning)) {
    const from = { maxBytes: bounds.reportBytes, noun };
    const rows = await readExportBytes(file, from, workbookRows);
    return { encoding: null, batches: () => inBatches(rows) };
  }
  // What is small is read once.
  const isWhole = beginning.length <= bounds.peekBytes;
  const parts = () => (isWhole ? only(beginning) : partsOf(file));
  const encoding = told ? { name: told, isGuess: false } : await encodingOfParts(parts());
  return { encoding, batches: () => csvBatches(file, noun, parts, encoding.name) };
}

async function* csvBatches(
  file: string,
  noun: string,
  parts: () => AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<readonly TextRow[]> {
  const decode = createDecoder(encoding);
  let batch: TextRow[] = [];
  let bytes = 0;
  const reader = createCsvReader((row) => batch.push(row));
  try {
    for await (const part of parts()) {
      bytes += part.length;
      if (bytes > bounds.reportBytes) {
        throw new Unreadable(`it is larger than ${bounds.reportBytes / 1024 / 1024} MiB`);
      }
      reader.write(decode(part, false));
      yield batch;
      batch = [];
    }
    reader.write(decode(Buffer.alloc(0), true));
    reader.end();
    yield batch;
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause;
    throw new CommandError(`${file}: no ${noun}: ${cause.message}`, undefined, { cause });
  }
}

function workbookRows(bytes: Uint8Array): TextRow[] {
  const rows: TextRow[] = [];
  readXlsxRows(bytes, ({ line, cells }) => {
    const texts: string[] = [];
    for (const { column, text } of cells) {
      if (column >= bounds.cellsOfRow) {
        throw new Unreadable(`row ${line}: more than ${bounds.cellsOfRow} columns`);
      }
      texts[column] = text;
    }
    rows.push({
      line,
      texts: Array.from(texts, (text) => text ?? ''),
      breaks: false,
      isCut: false,
    });
  });
  return rows;
}

async function* inBatches(rows: readonly TextRow[]): AsyncGenerator<readonly TextRow[]> {
  for (let from = 0; from < rows.length; from += 10_000) yield rows.slice(from, from + 10_000);
}

async function* only(part: Buffer): AsyncGenerator<Buffer> {
  yield part;
}
