import { closeSync, openSync, readSync } from 'node:fs';

const chunkBytes = 4 * 1024 * 1024;
const newline = 10;

/** Reads a file of lines in order, whole chunks at a time. */
export class LineReader {
  readonly #file: number;
  #chunk = Buffer.alloc(0);
  #start = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** The next line without its newline. */
  line(): Buffer {
    const pieces: Buffer[] = [];
    this.take(1, (bytes) => pieces.push(bytes));
    const [first] = pieces;
    const whole = pieces.length === 1 && first ? first : Buffer.concat(pieces);
    return whole.subarray(0, -1);
  }

  /**
   * Hands on the bytes of the next `count` lines, newlines included, in pieces that are only
   * good during the call; `onLine` gets the number of bytes up to the end of each line.
   */
  take(count: number, onBytes: (bytes: Buffer) => void, onLine?: (end: number) => void): void {
    let lines = 0;
    let before = 0;
    while (lines < count) {
      if (this.#start === this.#chunk.length) this.#fill();
      let end = this.#start;
      while (lines < count) {
        const at = this.#chunk.indexOf(newline, end);
        if (at < 0) {
          end = this.#chunk.length;
          break;
        }
        end = at + 1;
        lines += 1;
        onLine?.(before + end - this.#start);
      }
      onBytes(this.#chunk.subarray(this.#start, end));
      before += end - this.#start;
      this.#start = end;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #fill(): void {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const bytes = readSync(this.#file, chunk, 0, chunkBytes, null);
    if (bytes === 0) throw new Error('file ends before the last expected line');
    this.#chunk = chunk.subarray(0, bytes);
    this.#start = 0;
  }
}
