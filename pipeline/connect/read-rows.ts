import type { Rejection } from '../deliveries/receipts.ts';
import { BodyFault, type SentBody, type SentRow, type SentRows } from './body.ts';
import { readLines } from './read-lines.ts';
import { readObject } from './read-object.ts';
import { maxRows, type RowSink, tooManyRows } from './row-sink.ts';

/**
 * Reads the rows of a text as lines of source files of an account. `now` is the instant at which it
 * came.
 */
export async function readRows(
  text: string,
  type: SentBody['type'],
  accountId: string,
  now: string,
): Promise<SentRows> {
  const rows: SentRow[] = [];
  const refused: Rejection[] = [];
  const warnings = new Set<string>();
  const countRows = (): void => {
    if (rows.length + refused.length > maxRows) throw tooManyRows();
  };
  const sink: RowSink = {
    take(table, index, line) {
      if ('line' in line) {
        rows.push({ table, index, line: line.line });
        if (line.warning) warnings.add(line.warning);
      } else refused.push({ table: table.name, row: index, reason: line.reason });
      countRows();
    },
    refuse(row) {
      refused.push(row);
      countRows();
    },
  };
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (type === 'application/x-ndjson') {
    await readLines(plain, accountId, sink);
    return { rows, refused, warnings, isOfNow: false, terminal: null };
  }
  try {
    return { rows, refused, warnings, ...(await readObject(plain, accountId, now, sink)) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BodyFault(400, `The body is not JSON: ${error.message}`);
  }
}
