/** Cells of one CSV record; a quote counts only at a cell's start. */
export function splitCells(record: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= record.length) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at + 1) : nextComma(record, at);
    cells.push(isQuoted ? record.slice(at + 1, end).replaceAll('""', '"') : record.slice(at, end));
    at = (isQuoted ? nextComma(record, end) : end) + 1;
  }
  return cells;
}

/** The cells as one CSV record, every one quoted. */
export function joinCells(cells: readonly string[]): string {
  return cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',');
}

function nextComma(record: string, from: number): number {
  const at = record.indexOf(',', from);
  return at < 0 ? record.length : at;
}

function closingQuote(record: string, from: number): number {
  let at = record.indexOf('"', from);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at < 0 ? record.length : at;
}
