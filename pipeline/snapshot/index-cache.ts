import type { ListIndex } from './list-index.ts';

const defaultBytes = 64 * 1024 * 1024;

/** Keeps the indexes read last, up to so many bytes. */
export class IndexCache {
  readonly #limit: number;
  readonly #kept = new Map<string, { index: ListIndex; bytes: number }>();
  #bytes = 0;

  constructor(limit: number = defaultBytes) {
    this.#limit = limit;
  }

  /** The index under a key, read by `load` where it is not kept. */
  get(key: string, load: () => { index: ListIndex; bytes: number }): ListIndex {
    const kept = this.#kept.get(key) ?? load();
    if (!this.#kept.delete(key)) this.#bytes += kept.bytes;
    this.#kept.set(key, kept);
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#limit || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
    return kept.index;
  }
}
