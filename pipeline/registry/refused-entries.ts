import { CommandError } from '../base/errors.ts';

/** Refused entry, with its place in the file and its faults. */
interface RefusedEntry {
  readonly place: string;
  readonly faults: readonly string[];
}

/** Thrown if entries of a file or a form are refused. Nothing is applied. */
export class RefusedEntries extends CommandError {
  readonly entries: readonly RefusedEntry[];

  constructor(entries: readonly RefusedEntry[]) {
    const lines = entries.map(
      ({ place, faults }) => `refused, nothing applied: ${place}: ${faults.join('; ')}`,
    );
    super(lines.join('\n'));
    this.name = 'RefusedEntries';
    this.entries = entries;
  }
}
