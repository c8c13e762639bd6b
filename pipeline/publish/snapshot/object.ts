import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError } from '../../base/errors.ts';
import { isAbsent } from '../../base/files.ts';
import {
  type FileEntry,
  type Identity,
  objectFile,
  type PartIndex,
  type PartIndexes,
  type PartName,
  type Subject,
} from './layout.ts';
import { searchedIn } from './searched.ts';

/** A part to write. It need not fit into memory. */
export interface PartContent {
  readonly rows: number;
  /** Yields its bytes, from the beginning each time. Each piece is valid until the next one. */
  pieces(): Iterable<Uint8Array>;
}

/** Parts of an account or portfolio, in the order of `partNames`. */
export type PartContents = ReadonlyMap<PartName, PartContent>;

/** The folders that files of a version are written in. */
export type Folders = Pick<DataDirectory, 'snapshots' | 'temporary'>;

/** Bytes that are written at once. */
const blockBytes = 1 << 20;
const block = Buffer.allocUnsafe(blockBytes);

/**
 * Writes the object of an account or portfolio: a line of JSON that says where each part is, then
 * the parts as they are published. Returns its line, with `before` where that has the same parts,
 * which are not written again. The file has its name once it is whole, but may not be on disk yet.
 */
export function writeObject(
  folders: Folders,
  identity: Identity,
  parts: PartContents,
  before?: Subject,
): Subject {
  const indexes = indexesOf(parts);
  const head = Buffer.from(`${JSON.stringify(indexes)}\n`);
  const headIndex = { bytes: head.length, sha256: hash('sha256', head) };
  if (before?.head.sha256 === headIndex.sha256) return { ...before, identity };
  const { sha256, bytes } = writeNamed(folders, 'object', objectPath, piecesOf(head, parts));
  const content = Object.entries(indexes)
    .filter(([name]) => name !== 'restatements')
    .map(([name, part]) => `${name}\0${part.sha256}\n`);
  return {
    identity,
    object: sha256,
    bytes,
    head: headIndex,
    content: hash('sha256', content.join('')),
    restatements: indexes.restatements?.sha256 ?? '',
    data: [indexes.record, indexes.data_sources]
      .map((part) => part?.sha256.slice(0, 32) ?? '')
      .join('-'),
    searched: searchedIn((name) => textOf(parts.get(name))),
    trades: indexes.trades?.rows ?? 0,
  };
}

/** Returns the JSON of a part, of which each piece is valid until the next one. */
const textOf = (part: PartContent | undefined): string =>
  part ? Buffer.concat(Array.from(part.pieces(), (piece) => Buffer.from(piece))).toString() : '{}';

const objectPath = (file: Omit<FileEntry, 'path'>): string =>
  objectFile({ object: file.sha256, bytes: file.bytes }).path;

function* piecesOf(head: Buffer, parts: PartContents): Generator<Uint8Array> {
  yield head;
  for (const part of parts.values()) yield* part.pieces();
}

function indexesOf(parts: PartContents): PartIndexes {
  const indexes: PartIndexes = {};
  let at = 0;
  for (const [name, part] of parts) {
    const digest = createHash('sha256');
    let bytes = 0;
    for (const piece of part.pieces()) {
      digest.update(piece);
      bytes += piece.length;
    }
    indexes[name] = { at, bytes, sha256: digest.digest('hex'), rows: part.rows };
    at += bytes;
  }
  return indexes;
}

/** Writes a file whose name follows from its content, `path` of it. */
export function writeNamed(
  { snapshots, temporary }: Folders,
  name: string,
  pathOf: (file: Omit<FileEntry, 'path'>) => string,
  pieces: Iterable<Uint8Array>,
): FileEntry {
  const unfinished = join(temporary, name);
  const digest = createHash('sha256');
  const file = openSync(unfinished, 'w');
  let [bytes, held] = [0, 0];
  const write = (piece: Uint8Array): void => {
    digest.update(piece);
    writeFileSync(file, piece);
    bytes += piece.length;
  };
  const flush = (): void => {
    write(block.subarray(0, held));
    held = 0;
  };
  try {
    for (const piece of pieces) {
      if (held + piece.length > blockBytes) flush();
      if (piece.length > blockBytes) write(piece);
      else {
        block.set(piece, held);
        held += piece.length;
      }
    }
    flush();
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  const sha256 = digest.digest('hex');
  const path = pathOf({ sha256, bytes });
  putUnder(join(snapshots, path), unfinished);
  return { path, sha256, bytes };
}

/** Renames a file into a folder that may be missing. */
function putUnder(path: string, unfinished: string): void {
  try {
    renameSync(unfinished, path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    mkdirSync(dirname(path), { recursive: true });
    renameSync(unfinished, path);
  }
}

/** Files that are kept open, since most requests read several parts of one account. */
const openFiles = 64;

/** Reads objects. A file that was open once may be read on for a while after it was removed. */
export class Objects {
  readonly #snapshots: string;
  readonly #open = new LRUCache<string, number>({ max: openFiles, dispose: closeSync });
  /** Files that were found damaged, by their paths. */
  readonly damaged = new Map<string, DamagedFile>();
  #isClosed = false;

  constructor(snapshots: string) {
    this.#snapshots = snapshots;
  }

  /** Notes a damaged file. Returns its error. */
  fault(error: DamagedFile): DamagedFile {
    this.damaged.set(error.file, error);
    return error;
  }

  /** Reads the head. Throws a DamagedFile unless it is as it was written. */
  head(subject: Subject): PartIndexes {
    const bytes = this.#read(subject, 0, subject.head.bytes);
    if (hash('sha256', bytes) !== subject.head.sha256)
      throw this.fault(differing(objectFile(subject)));
    return JSON.parse(bytes.toString());
  }

  /** Reads a part. Throws a DamagedFile unless it is as it was published. */
  part(subject: Subject, { at, bytes, sha256 }: PartIndex): Buffer {
    const part = this.#read(subject, subject.head.bytes + at, bytes);
    if (hash('sha256', part) !== sha256) throw this.fault(differing(objectFile(subject)));
    return part;
  }

  /** Reads some bytes of a part without checking them. */
  slice(subject: Subject, { at }: PartIndex, from: number, to: number): Buffer {
    return this.#read(subject, subject.head.bytes + at + from, to - from);
  }

  /** Checks every byte of a part of any length. Returns what `changedAt` was before. */
  check(subject: Subject, index: PartIndex): number {
    const changedAt = this.changedAt(subject);
    const digest = createHash('sha256');
    for (let from = 0; from < index.bytes; from += blockBytes) {
      digest.update(this.slice(subject, index, from, Math.min(from + blockBytes, index.bytes)));
    }
    if (digest.digest('hex') !== index.sha256) throw this.fault(differing(objectFile(subject)));
    return changedAt;
  }

  /** Returns a number that each write to the file changes: its ctime, which nobody can set. */
  changedAt(subject: Subject): number {
    return fstatSync(this.#opened(objectFile(subject))).ctimeMs;
  }

  close(): void {
    this.#isClosed = true;
    this.#open.clear();
  }

  #opened({ path }: FileEntry): number {
    if (this.#isClosed) throw new Error('the version is closed');
    const open = this.#open.get(path);
    if (open !== undefined) return open;
    try {
      const file = openSync(join(this.#snapshots, path), 'r');
      this.#open.set(path, file);
      return file;
    } catch (cause) {
      throw this.fault(unreadable(path, cause));
    }
  }

  #read(subject: Subject, offset: number, length: number): Buffer {
    const entry = objectFile(subject);
    const file = this.#opened(entry);
    const bytes = Buffer.allocUnsafe(length);
    try {
      for (let done = 0; done < length; ) {
        const count = readSync(file, bytes, done, length - done, offset + done);
        if (count === 0) throw new Error('it ends too early');
        done += count;
      }
    } catch (cause) {
      throw this.fault(unreadable(entry.path, cause));
    }
    return bytes;
  }
}

/**
 * Error of a published file whose bytes are not those that were published, or can't be read. `file`
 * is its path in the manifest.
 */
export class DamagedFile extends CommandError {
  readonly file: string;

  constructor(file: string, fault: string, options?: ErrorOptions) {
    super(fault, undefined, options);
    this.name = 'DamagedFile';
    this.file = file;
  }
}

/** The error of a file whose bytes are not those that were published. */
export const differing = ({ path }: FileEntry): DamagedFile =>
  new DamagedFile(
    path,
    `${path}: its bytes are not those that were published; run the pipeline with --full`,
  );

/** The error of a file that is missing, too short, or on a broken disk. */
export const unreadable = (path: string, cause: unknown): DamagedFile =>
  new DamagedFile(
    path,
    isAbsent(cause)
      ? `${path}: missing; run the pipeline with --full`
      : `${path}: cannot be read: ${cause}`,
    { cause },
  );
