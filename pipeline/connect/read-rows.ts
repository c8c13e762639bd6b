import { setImmediate as otherWork } from 'node:timers/promises';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import {
  BodyFault,
  maxRows,
  type RowSink,
  rowsAtOnce,
  type SentBody,
  type SentRow,
  type SentRows,
  tooManyRows,
} from './body.ts';
import { readObject } from './read-object.ts';
import { isTooLong, lineOf, sendable, tooLongRow } from './source-lines.ts';

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

/** Reads the rows of NDJSON, in which each line names its table. Throws a BodyFault. */
async function readLines(
  text: string,
  accountId: string,
  { take, refuse }: RowSink,
): Promise<void> {
  let number = 0;
  let objects = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (number % rowsAtOnce === 0) await otherWork();
    if (isTooLong(line)) {
      if (/^\s*\{/.test(line)) objects += 1;
      refuse({ table: null, row: number, reason: tooLongRow });
      continue;
    }
    if (line.trim() === '') continue;
    const name = tableOf(line);
    if (name !== undefined) objects += 1;
    const table = sendable.get(name ?? '');
    if (table) take(table, number, lineOf(line, table, accountId));
    else refuse({ table: name ?? null, row: number, reason: reasonAgainst(name) });
    if (number > maxRows && objects === 0) break;
  }
  if (objects === 0) {
    throw new BodyFault(400, 'The body is not NDJSON: none of its lines is a JSON object.');
  }
}

/** Yields the lines of a text one by one: a list of all of them takes more memory than the text. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    if (end === -1) return;
    from = end + 1;
  }
}

/**
 * Returns the table that a line names, empty if it names no table; undefined if it is not a JSON
 * object.
 */
function tableOf(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return 'table' in value ? String(value.table) : '';
  } catch {
    return undefined;
  }
}

function reasonAgainst(name: string | undefined): CodedReason {
  if (name === undefined) return makeReason('row_line_not_object');
  if (name === 'deals') return makeReason('row_deals_alone');
  const value = JSON.stringify(name.slice(0, 100));
  return makeReason('row_unknown_table', { value, choices: [...sendable.keys()].join(', ') });
}
