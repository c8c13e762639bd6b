import { unzipSync } from 'fflate';
import { bounds, Unreadable } from './bounds.ts';
import { decodeText } from './decode.ts';
import type { Cell, TableRow } from './html-rows.ts';
import { parseMarkup } from './markup.ts';

/**
 * Hands over the rows of the first sheet of a workbook. Cells keep the text that the file has, so
 * that no digit is lost, and their columns; MetaTrader writes its sheets in UTF-16, which readers
 * of workbooks take for broken.
 */
export function readXlsxRows(bytes: Uint8Array, take: (row: TableRow) => void): void {
  const files = unzip(bytes);
  const sheet = firstSheet(files);
  const shared = sharedTexts(files.get('xl/sharedStrings.xml'));
  let row: TableRow | undefined;
  let cell: Cell | undefined;
  let type = '';
  let isValue = false;
  parseMarkup(
    sheet,
    {
      open(name, attributes) {
        if (name === 'row') row = { line: Number(attributes.r) || 0, cells: [] };
        else if (name === 'c' && row !== undefined) {
          if (row.cells.length === bounds.cellsOfRow) {
            throw new Unreadable(`row ${row.line}: more than ${bounds.cellsOfRow} cells`);
          }
          const column = columnOf(attributes.r) ?? row.cells.length;
          cell = { text: '', title: '', colspan: 1, column, isHidden: false };
          type = attributes.t ?? 'n';
        } else if (name === 'v' || name === 't') isValue = true;
      },
      text(part) {
        if (cell === undefined || !isValue) return;
        if (cell.text.length + part.length > bounds.charactersOfCell) {
          throw new Unreadable(
            `row ${row?.line}: a cell of more than ${bounds.charactersOfCell} characters`,
          );
        }
        cell.text += part;
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false;
        else if (name === 'c' && cell !== undefined) {
          cell.text = textOf(type, cell.text, shared)
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .trim();
          if (cell.text !== '') row?.cells.push(cell);
          cell = undefined;
        } else if (name === 'row' && row !== undefined) {
          take(row);
          row = undefined;
        }
      },
    },
    true,
  );
}

/** Whether the bytes begin as those of a workbook do, which is a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  let opened = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/^xl\/(workbook\.xml|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name))
          return false;
        opened += originalSize;
        if (opened > bounds.reportBytes) {
          throw new Unreadable(
            `its sheets are larger than ${bounds.reportBytes / 1024 / 1024} MiB`,
          );
        }
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Unreadable(`a zip archive that cannot be opened: ${reason}`);
  }
}

function firstSheet(files: ReadonlyMap<string, Uint8Array>): string {
  const names = [...files.keys()].filter((name) => name.startsWith('xl/worksheets/')).sort();
  const sheet = files.get(
    names.includes('xl/worksheets/sheet1.xml') ? 'xl/worksheets/sheet1.xml' : (names[0] ?? ''),
  );
  if (sheet === undefined) throw new Unreadable('a zip archive without a sheet of a workbook');
  return decodeText(sheet);
}

/** Texts that cells name by their number, runs of different type joined. */
function sharedTexts(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  if (bytes === undefined) return texts;
  let isText = false;
  let isSpoken = false;
  parseMarkup(
    decodeText(bytes),
    {
      open(name) {
        if (name === 'si') texts.push('');
        if (name === 'rPh') isSpoken = true;
        if (name === 't') isText = !isSpoken;
      },
      text(part) {
        if (isText) texts[texts.length - 1] += part;
      },
      close(name) {
        if (name === 't') isText = false;
        if (name === 'rPh') isSpoken = false;
      },
    },
    true,
  );
  return texts;
}

function textOf(type: string, text: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? '';
  return type === 'n' ? shortest(text) : text;
}

/** A number as it was before it was written with all the digits of a double, or with an exponent. */
function shortest(text: string): string {
  const isLong = /^-?\d+\.\d+$/.test(text) && text.length > 16;
  if (!isLong && !/^-?\d+(\.\d+)?E[+-]?\d+$/i.test(text)) return text;
  const value = Number(Number(text).toPrecision(15));
  const places = Math.max(0, 15 - Math.ceil(Math.log10(Math.abs(value) || 1)));
  return value
    .toFixed(Math.min(places, 20))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** The column of a cell's name: 0 of A1, 26 of AA7. */
function columnOf(name: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
