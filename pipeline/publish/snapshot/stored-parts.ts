import { type Entries, parsed } from './entries.ts';
import type { PartIndexes } from './layout.ts';

/**
 * Parts of an account in an earlier version, read from its file on demand. Holding them for a
 * million accounts would fill the memory.
 */
export class StoredParts {
  /** Ordinals, in the version being put together, of the files that the parts lie in. */
  readonly files: readonly number[];
  readonly #entries: Entries;
  readonly #id: string;
  /** These ordinals by those of the version that is there; null where they are the same. */
  readonly #ordinals: readonly number[] | null;

  constructor(entries: Entries, id: string, parts: PartIndexes, ordinals?: readonly number[]) {
    const files = filesIn(parts);
    const isSame = ordinals === undefined || files.every((file) => ordinals[file] === file);
    this.#entries = entries;
    this.#id = id;
    this.#ordinals = isSame ? null : ordinals;
    this.files = interned(isSame ? files : files.map((file) => ordinalOf(ordinals, file)));
  }

  /** The account's line as it stands there; null where its files have other ordinals now. */
  line(): Buffer | null {
    return this.#ordinals === null ? this.#read() : null;
  }

  indexes(): PartIndexes {
    const { parts } = parsed(this.#read());
    const ordinals = this.#ordinals;
    if (ordinals === null) return parts;
    const moved = Object.entries(parts).map(([part, [file, ...index]]) => [
      part,
      [ordinalOf(ordinals, file), ...index],
    ]);
    return Object.fromEntries(moved);
  }

  #read(): Buffer {
    const line = this.#entries.line(this.#id);
    if (!line) throw new Error(`account ${this.#id} is not in the version it was read from`);
    return line;
  }
}

/** Ordinals of the files that parts lie in, each once. */
export const filesIn = (parts: PartIndexes | StoredParts): readonly number[] =>
  parts instanceof StoredParts
    ? parts.files
    : [...new Set(Object.values(parts).map(([ordinal]) => ordinal))];

const known = new Map<string, readonly number[]>();
const maxKnown = 10_000;

/**
 * Returns one shared list for all accounts whose parts lie in the same files. Most accounts share a
 * few such lists.
 */
function interned(files: readonly number[]): readonly number[] {
  const key = files.join();
  const list = known.get(key) ?? files;
  if (known.size >= maxKnown) known.clear();
  known.set(key, list);
  return list;
}

function ordinalOf(ordinals: readonly number[], file: number): number {
  const ordinal = ordinals[file];
  if (ordinal === undefined) throw new Error(`file ${file} is not in the version`);
  return ordinal;
}
