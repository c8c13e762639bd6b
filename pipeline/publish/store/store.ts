import { CommandError, exitCodes, readReason } from '../../base/errors.ts';
import {
  type CodedReason,
  inEnglish,
  makeReason,
  quotedReason,
} from '../../base/reasons/reason.ts';

/** Length and hash of an object. Its name follows from them, so an object never changes. */
export interface Content {
  readonly sha256: string;
  readonly bytes: number;
}

/** An object that a store has. */
export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  /** By the store's own clock. */
  readonly modifiedAt: Date;
}

/** An object to put, and the file or the memory that it is in. */
export interface ObjectToPut {
  readonly name: string;
  readonly content: Content;
  readonly source: string | Uint8Array;
}

/** Immutable objects that several machines share: a directory that all of them see, or S3. */
export interface Store {
  /** The store as an operator knows it. */
  readonly address: string;
  /** Puts an object, from a file at a path or from memory, unless it is there in that length. */
  put(name: string, content: Content, source: string | Uint8Array): Promise<void>;
  /** Puts objects that are probably new, a few at once. It does not ask which are there. */
  putAll(objects: readonly ObjectToPut[]): Promise<void>;
  /**
   * Brings an object to a path, under that name only once every byte is as it must be. After a
   * power cut its bytes may be others, unless somebody wrote them to the disk.
   */
  fetch(name: string, content: Content, path: string): Promise<void>;
  /** Reads an object to its end; throws unless every byte is as it must be. */
  check(name: string, content: Content): Promise<void>;
  /** Reads a small object without checking it. Returns null if it does not exist. */
  read(name: string): Promise<Buffer | null>;
  /** Objects below a folder such as `objects/`, in the order of their names. */
  list(folder: string): Promise<StoredObject[]>;
  /** Removes an object; one that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Returns the store in a folder of this one, such as `accounts/3-of-16`. */
  within(folder: string): Store;
  close(): void;
}

/** Longest object; stores take no longer one at once. */
export const maxObjectBytes = 5 * 1024 ** 3;

/** Failure of a store, in one line. `reasonFor` puts a system error in words. */
export class StoreError extends CommandError {
  readonly address: string;
  readonly what: CodedReason;
  readonly detail: CodedReason;

  constructor(address: string, what: CodedReason, cause: unknown, reasonFor = readReason) {
    const found = reasonFor(cause);
    const detail = found.code === 'quoted' ? withoutCall(inEnglish(found), cause) : found;
    super(makeReason('run_store_fault', { address, what, detail }), exitCodes.failed, { cause });
    this.address = address;
    this.what = what;
    this.detail = detail;
  }
}

/** Quotes Node's words for what went wrong, without the call and its path at their end. */
function withoutCall(words: string, cause: unknown): CodedReason {
  const named = words === '' && cause instanceof Error ? cause.name : words;
  return quotedReason(named.replace(/^E[A-Z]+: (.*?), [a-z]+(?: '.*)?$/, '$1'));
}

/** Bytes that came and are not those that were put. */
export class WrongBytes extends Error {}

/** Characters that the name of a file in a folder may begin with, in order. */
export const nameHeads = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns the name, or throws unless it is a folder, perhaps one in that, and a file in it. */
export function checkedName(name: string): string {
  if (!/^[a-z]+\/(?:[0-9a-f]{2}\/)?[0-9a-z]+(?:[.-][0-9a-z]+)*$/.test(name))
    throw new Error(`${name} is not a name`);
  return name;
}
