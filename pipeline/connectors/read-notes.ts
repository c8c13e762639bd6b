import {
  type CodedReason,
  decodeReason,
  encodeReason,
  type ReasonCode,
} from '../base/reasons/reason.ts';
import { rowId } from '../deliveries/broker-reads.ts';

/** Most notes of an account that are kept. */
const maxNotes = 20;

/** Value of a note that names the row that was left out, by the code of the note. */
const leftOutRow: Partial<Record<ReasonCode, { readonly value: string; readonly table: string }>> =
  {
    connector_trade_left_out: { value: 'ticket', table: 'trades' },
    connector_transfer_left_out: { value: 'id', table: 'cash_flows' },
  };

/**
 * Returns the notes of an account whose read failed. It adds notes about rows left out of stored
 * pages, since no later read reaches those pages.
 */
export const notesAfterFault = (
  notes: readonly CodedReason[],
  earlier: readonly CodedReason[],
): CodedReason[] =>
  withoutRepetitions([...earlier, ...notes.filter(({ code }) => leftOutRow[code] !== undefined)]);

/**
 * Returns the notes of an account after a read: those of the read, then earlier ones about rows
 * that were left out. A later read does not reach those rows again, so their notes stay until the
 * row is read. `seen` has the ids of the rows of this read.
 */
export function notesAfter(
  notes: readonly CodedReason[],
  earlier: readonly CodedReason[],
  seen: ReadonlySet<string>,
): CodedReason[] {
  const isLasting = ({ code, values }: CodedReason): boolean => {
    const row = leftOutRow[code];
    return row !== undefined && !seen.has(rowId({ table: row.table, key: `${values[row.value]}` }));
  };
  return withoutRepetitions([...notes, ...earlier.filter(isLasting)]);
}

const withoutRepetitions = (notes: readonly CodedReason[]): CodedReason[] =>
  [...new Set(notes.map(encodeReason))].slice(0, maxNotes).map(decodeReason);
