import { bounds, UnreadableExport } from '../../read/bounds.ts';
import { readCsvRows } from '../../read/cells/csv-rows.ts';
import { readHtmlRows, type TableRow } from '../../read/cells/html-rows.ts';
import { rowsOfWorkbook } from '../../read/cells/xlsx-rows.ts';
import { decodeText } from '../../read/decode.ts';
import { ImportFault } from '../../read/faults.ts';
import { isFolder, jsonFilesOf } from '../../read/json-files.ts';
import { type JsonValue, readJson } from '../../read/json-values.ts';
import { readBeginning, readExportBytes, refusalOf } from '../../read/read-export.ts';
import { isZip } from '../../read/zip.ts';

/** Beginning of a file, by which formats recognise it. */
export interface Peek {
  kind: 'workbook' | 'markup' | 'json' | 'text';
  /** Of a text, as much as is looked at. */
  head: string;
  /** The first rows of its tables. */
  rows: readonly TableRow[];
  /** Parsed JSON; undefined for any other file, and if the JSON is damaged or large. */
  json: JsonValue | undefined;
}

/** Looks into a file; one that cannot be opened ends the command. */
export async function peekInto(file: string): Promise<Peek> {
  const from = { maxBytes: bounds.reportBytes, noun: 'export' };
  if (await isFolder(file)) return peekIntoFolder(file);
  const beginning = await readBeginning(file);
  if (isZip(beginning)) {
    const rows = await firstOfWorkbook(file).catch((cause) => {
      throw refusalOf(file, from.noun, cause);
    });
    return { kind: 'workbook', head: '', rows, json: undefined };
  }
  const isWhole = beginning.length <= bounds.peekBytes;
  const head = decodeText(isWhole ? beginning : wholeLines(beginning));
  const kind = kindOf(head);
  if (kind === 'json') {
    return { kind, head, rows: [], json: await readExportBytes(file, from, jsonOf) };
  }
  const read = kind === 'markup' ? readHtmlRows : readCsvRows;
  return { kind, head, rows: rowsOfText(read, head), json: undefined };
}

/** Answers of an API are kept together by their folder. */
async function peekIntoFolder(folder: string): Promise<Peek> {
  const files = await jsonFilesOf(folder, 'export');
  const heads: string[] = [];
  for (const file of files.slice(0, bounds.peekFiles)) {
    heads.push(decodeText(await readBeginning(file)));
  }
  return { kind: 'json', head: heads.join('\n'), rows: [], json: undefined };
}

/** A text's beginning without the line, or the character, that it is cut off in. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('\n');
  if (end >= 0) return bytes.subarray(0, end + (bytes[end + 1] === 0 ? 2 : 1));
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1);
}

function kindOf(head: string): 'markup' | 'json' | 'text' {
  const first = head.trimStart()[0] ?? '';
  if (first === '<') return 'markup';
  return first === '[' || first === '{' ? 'json' : 'text';
}

const jsonOf = (bytes: Buffer): JsonValue | undefined => {
  if (bytes.length > bounds.feedBytes) return undefined;
  try {
    return readJson(decodeText(bytes));
  } catch {
    return undefined;
  }
};

class Enough extends Error {}

function firstRows(read: (take: (row: TableRow) => void) => void): TableRow[] {
  const rows: TableRow[] = [];
  try {
    read((row) => {
      rows.push(row);
      if (rows.length === bounds.peekRows) throw new Enough();
    });
  } catch (stop) {
    if (!(stop instanceof Enough)) throw stop;
  }
  return rows;
}

async function firstOfWorkbook(file: string): Promise<TableRow[]> {
  const first: TableRow[] = [];
  for await (const rows of rowsOfWorkbook(file)) {
    for (const row of rows.slice(0, bounds.peekRows - first.length)) first.push(row);
    if (first.length === bounds.peekRows) break;
  }
  return first;
}

/** The first rows of a text, or none where they cannot be read. */
function rowsOfText(read: (text: string, take: (row: TableRow) => void) => void, text: string) {
  try {
    return firstRows((take) => read(text, take));
  } catch (cause) {
    if (cause instanceof UnreadableExport) return [];
    throw cause;
  }
}

/**
 * Returns true if the beginning of a file is a report of MetaTrader's strategy tester. MetaTrader 4
 * translates its title, so the rows of its trades show it too.
 */
export const isBacktest = ({ kind, head, rows }: Peek): boolean =>
  kind === 'markup' && (signature.test(head) || rows.some(isTestedOrder));

const signature = /<title>\s*strategy tester\b|<meta name="generator" content="strategy tester"/i;

/** Throws an ImportFault if a file is a report of the strategy tester. */
export async function refuseBacktest(file: string): Promise<void> {
  // Folders hold answers of an API. The format says whether it reads any.
  if (await isFolder(file)) return;
  if (isBacktest(await peekInto(file))) throw new ImportFault('import_backtest', file, {});
}

/**
 * Row of a tested order in MetaTrader 4: its number, time, type, order, size and price. Statements
 * have tickets instead of numbers, and more cells.
 */
function isTestedOrder({ cells }: TableRow): boolean {
  const [no = '', time = '', type = '', order = ''] = cells.map(({ text }) => text);
  const isShort = cells.length === 9 || cells.length === 10;
  const isNumbered = /^\d{1,7}$/.test(no) && /^\d{1,7}$/.test(order);
  return isShort && isNumbered && /^\d{4}\.\d\d\.\d\d \d\d:\d\d$/.test(time) && !/\d/.test(type);
}
