import { CommandError } from '../base/errors.ts';

/** An entry that was refused: where it stands in its file, and what is wrong with it. */
interface RefusedEntry {
  readonly place: string;
  readonly faults: readonly string[];
}

/** Thrown where entries of a file or a form are refused; nothing is applied. */
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
