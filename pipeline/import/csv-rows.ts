import { CsvError, parse } from 'csv-parse/sync';
import { bounds, Unreadable } from './bounds.ts';
import type { TableRow } from './html-rows.ts';

/** Hands over the rows of a CSV whose tables may differ in their columns, one below the other. */
export function readCsvRows(text: string, take: (row: TableRow) => void): void {
  for (const { record, info } of parsed(text, delimiterOf(text))) {
    if (record.length > bounds.cellsOfRow) {
      throw new Unreadable(`line ${info.lines}: a row of more than ${bounds.cellsOfRow} cells`);
    }
    const cells = record.map((cell, column) => ({
      ...{ text: cell.replace(/[\s\p{Cc}]+/gu, ' ').trim(), title: '' },
      ...{ colspan: 1, column, isHidden: false },
    }));
    take({ line: info.lines, cells });
  }
}

function parsed(text: string, delimiter: string) {
  try {
    return parse(text, {
      ...{ bom: true, delimiter, info: true, relax_column_count: true, relax_quotes: true },
      max_record_size: bounds.bytesOfRecord,
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (cause) {
    if (cause instanceof CsvError) throw new Unreadable(cause.message);
    throw cause;
  }
}

/** What stands most often between cells in the first lines: a comma, a semicolon or a tab. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4096);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: head.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}
