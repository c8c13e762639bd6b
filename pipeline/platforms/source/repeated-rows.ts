import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines } from '../../read/bounds.ts';

/** Names rows of one list that have a ticket in common: the last of them is loaded. */
export function repeatWarnings(
  lists: readonly (readonly { ticket: string; line: number }[])[],
): CodedReason[] {
  const lines = lists.flatMap((rows) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ ticket, line }) => {
      const earlier = seen.get(ticket);
      seen.set(ticket, line);
      return earlier === undefined
        ? []
        : [makeReason('ticket_twice', { line, value: ticket, other: earlier })];
    });
  });
  return firstLines(lines, 'tickets that are there twice');
}
