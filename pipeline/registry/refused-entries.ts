import { CommandError } from '../base/errors.ts';
import { type CodedReason, inEnglish } from '../base/reasons/reason.ts';
import { joinFaults } from './faults.ts';

/** Refused entry, with its place in the file and its faults, at least one. */
interface RefusedEntry {
  readonly place: string;
  readonly faults: readonly CodedReason[];
}

/** Thrown if entries of a file or a form are refused. Nothing is applied. */
export class RefusedEntries extends CommandError {
  /** Faults of all entries, without their places. */
  override readonly reason: CodedReason;

  constructor(entries: readonly RefusedEntry[]) {
    const lines = entries.map(
      ({ place, faults }) => `refused, nothing applied: ${place}: ${inEnglish(joinFaults(faults))}`,
    );
    super(lines.join('\n'));
    this.name = 'RefusedEntries';
    this.reason = joinFaults(entries.flatMap(({ faults }) => faults));
  }
}
