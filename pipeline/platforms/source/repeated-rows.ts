import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines } from '../../read/bounds.ts';

/** Counts and names rows of one list that have a ticket in common: the last of them is loaded. */
export function repeatedRows(lists: readonly (readonly { ticket: string; line: number }[])[]): {
  count: number;
  warnings: CodedReason[];
} {
  const lines = lists.flatMap((rows) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ ticket, line }) => {
      const earlier = seen.get(ticket);
      seen.set(ticket, line);
      return earlier === undefined
        ? []
        : [makeReason('import_ticket_twice', { line, value: ticket, other: earlier })];
    });
  });
  return { count: lines.length, warnings: firstLines(lines, 'tickets that are there twice') };
}
