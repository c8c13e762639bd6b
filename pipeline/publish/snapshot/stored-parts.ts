import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readPart } from '../../base/files.ts';
import { type Entries, parsed } from './entries.ts';
import { type PartIndexes, partNames } from './layout.ts';

/**
 * Parts of an account in an earlier version, read from its file on demand. Holding them for a
 * million accounts would fill the memory.
 */
export class StoredParts {
  /** Ordinals of the files that the parts lie in. */
  readonly files: readonly number[];
  readonly #entries: Entries;
  readonly #id: string;

  constructor(entries: Entries, id: string, parts: PartIndexes) {
    this.#entries = entries;
    this.#id = id;
    this.files = interned(filesIn(parts));
  }

  /** Returns the account's line as it is in the earlier version. */
  line(): Buffer {
    const line = this.#entries.line(this.#id);
    if (!line) throw new Error(`account ${this.#id} is not in the version it was read from`);
    return line;
  }

  indexes(): PartIndexes {
    return parsed(this.line()).parts;
  }
}

/**
 * Parts of an account that are written. They and their sums are in a temporary file, since those of
 * a million accounts would fill the memory.
 */
export class WrittenParts {
  readonly files: readonly number[];
  readonly #path: string;
  readonly #offset: number;
  readonly #bytes: number;

  private constructor(files: readonly number[], path: string, offset: number, bytes: number) {
    this.files = interned(files);
    this.#path = path;
    this.#offset = offset;
    this.#bytes = bytes;
  }

  /** Writes the parts of accounts into a new file, and returns what finds them there, in order. */
  static write(path: string, accounts: readonly PartIndexes[]): WrittenParts[] {
    const lines = accounts.map((parts) =>
      Buffer.from(`${JSON.stringify(sumsOf(parts))}\n${JSON.stringify(parts)}\n`),
    );
    writeFileSync(path, Buffer.concat(lines), { flag: 'wx' });
    let end = 0;
    return accounts.map((parts, at) => {
      const { length } = lines[at] ?? [];
      end += length;
      return new WrittenParts(filesIn(parts), path, end - length, length);
    });
  }

  sums(): PartSums {
    return JSON.parse(this.#read().sums);
  }

  json(): string {
    return this.#read().parts;
  }

  indexes(): PartIndexes {
    return JSON.parse(this.json());
  }

  #read(): { readonly sums: string; readonly parts: string } {
    const text = readPart(this.#path, this.#offset, this.#bytes).toString();
    const [sums = '', parts = ''] = text.split('\n');
    return { sums, parts };
  }
}

/** Ordinals of the files that parts lie in, each once. */
export const filesIn = (parts: AnyParts): readonly number[] =>
  isHeld(parts) ? parts.files : [...new Set(Object.values(parts).map(([ordinal]) => ordinal))];

/** Returns the index of each part of an account, read from the earlier version if need be. */
export const partIndexesOf = (parts: AnyParts): PartIndexes =>
  isHeld(parts) ? parts.indexes() : parts;

/** Returns the sums of an account's parts, without parsing all of them if they are written. */
export const partSumsOf = (parts: AnyParts): PartSums =>
  parts instanceof WrittenParts ? parts.sums() : sumsOf(partIndexesOf(parts));

/** Sums over the parts of an account, which go into those of its bucket. */
interface PartSums {
  /** SHA-256 over the name and hash of each part except restatements. */
  readonly content: string;
  /** SHA-256 of the restatements. */
  readonly restatements: string;
  readonly trades: number;
  /** Bytes by ordinal of the file. */
  readonly bytes: readonly (readonly [ordinal: number, bytes: number])[];
}

function sumsOf(parts: PartIndexes): PartSums {
  const bytes = new Map<number, number>();
  let content = '';
  for (const part of partNames) {
    const index = parts[part];
    if (!index) continue;
    const [ordinal, , length, sha256] = index;
    bytes.set(ordinal, (bytes.get(ordinal) ?? 0) + length);
    if (part !== 'restatements') content += `${part}\0${sha256}\n`;
  }
  return {
    content: hash('sha256', content),
    restatements: parts.restatements?.[3] ?? '',
    trades: parts.trades?.[4] ?? 0,
    bytes: [...bytes],
  };
}

export type AnyParts = PartIndexes | StoredParts | WrittenParts;

const isHeld = (parts: AnyParts): parts is StoredParts | WrittenParts =>
  parts instanceof StoredParts || parts instanceof WrittenParts;

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

/** Returns parts whose files have other ordinals. `ordinals` has them by those of now. */
export const renumberedBy = (ordinals: readonly number[], parts: PartIndexes): PartIndexes =>
  Object.fromEntries(
    Object.entries(parts).map(([part, [file, ...index]]) => {
      const ordinal = ordinals[file];
      if (ordinal === undefined) throw new Error(`file ${file} is not in the version`);
      return [part, [ordinal, ...index]];
    }),
  );
