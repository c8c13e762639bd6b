import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { CountedLines } from '../../read/bounds.ts';

const maxText = 160;

/** Rows that can't be read, of which the first are named. */
export class UnreadRows {
  readonly lines = new CountedLines();

  /** Names a row by its line, the reason and its texts. */
  add(line: number, detail: CodedReason, texts: readonly string[]): void {
    const text = texts.join(' | ').slice(0, maxText);
    this.lines.add(makeReason('import_line_not_imported', { line, detail, text }));
  }

  get count(): number {
    return this.lines.count;
  }

  warnings(): CodedReason[] {
    return this.lines.named('lines not imported');
  }
}
