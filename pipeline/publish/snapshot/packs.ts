import { createHash, hash } from 'node:crypto';
import { type Bytes, openBytes } from './bytes.ts';
import { type PackKind, packKinds } from './layout.ts';
import { createListIndex } from './list-index.ts';
import { type PackFile, PackWriter, roomBytes } from './pack.ts';
import { type ListKeys, lineFeedInText, type PartSheet, type PartSpan, spansOf } from './sheet.ts';

const lineFeed = 10;

/** Position of a part in the pack of its kind. */
interface WrittenPart {
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Results of packing a sheet, in the order of its parts. Null means that the published part already
 * has this content.
 */
export interface Packed {
  readonly parts: readonly (WrittenPart | null)[];
  readonly indexes?: readonly (WrittenPart | null)[];
  /** Packs that were full before, and ended: the sheet lies in the ones after them. */
  readonly ended: readonly { readonly kind: PackKind; readonly file: PackFile }[];
}

/** From here on a pack takes no other sheet: files of some size are copied and stored with ease. */
const enoughBytes = 1024 ** 3;

/** Packs sheets, either in this thread or in a worker thread. */
export interface Packer {
  write(sheet: PartSheet): Promise<Packed>;
  /** Makes the pack of a kind durable, which something was written to. */
  seal(kind: PackKind): Promise<PackFile>;
  /** Removes packs that are not sealed. */
  abandon(): Promise<void>;
  close(): Promise<void>;
}

/** Packs in this thread, at once. */
export function packHere(
  directory: string,
  temporaryDirectory: string,
  fullBytes?: number,
): Packer {
  const packs = new Packs(directory, temporaryDirectory, fullBytes);
  return {
    write: async (sheet) => packs.write(sheet),
    seal: async (kind) => packs.seal(kind),
    abandon: async () => packs.abandon(),
    close: async () => {},
  };
}

/** Bytes of one part, readable from any offset. */
interface Content {
  readonly length: number;
  fill(into: Buffer, from: number): void;
}

/** The packs that a run writes, one of a kind at a time. */
export class Packs {
  readonly #directory: string;
  readonly #temporaryDirectory: string;
  readonly #fullBytes: number;
  readonly #open = new Map<PackKind, PackWriter>();

  constructor(directory: string, temporaryDirectory: string, fullBytes: number = enoughBytes) {
    this.#directory = directory;
    this.#temporaryDirectory = temporaryDirectory;
    this.#fullBytes = fullBytes;
  }

  write({ kind, source, slices, known, knownIndexes }: PartSheet): Packed {
    const ended = this.#endFull();
    const bytes = openBytes(source);
    try {
      const { spans, ends } = spansOf(bytes, slices);
      const contentOf =
        slices.by === 'lines' && slices.as === 'table' ? underHeader(slices.header) : sliceOf;
      const parts = spans.map((span, at) => this.#add(kind, contentOf(bytes, span), known[at]));
      if (slices.by === 'bytes' || !slices.keys || !ends) return { parts, ended };
      const { first, count, keys } = slices;
      const indexes = Array.from(first, (line, at) => {
        const index = indexOfLines(ends, keys, line, count[at] ?? 0);
        return this.#add('index', inMemory(index), knownIndexes?.[at]);
      });
      return { parts, indexes, ended };
    } finally {
      bytes.close();
    }
  }

  seal(kind: PackKind): PackFile {
    const file = this.#pack(kind).finish();
    this.#open.delete(kind);
    return file;
  }

  abandon(): void {
    for (const pack of this.#open.values()) pack.abandon();
    this.#open.clear();
  }

  #endFull(): Packed['ended'] {
    return [...this.#open]
      .filter(([, { size }]) => size >= this.#fullBytes)
      .map(([kind]) => ({ kind, file: this.seal(kind) }));
  }

  #add(kind: PackKind, content: Content, known: string | undefined): WrittenPart | null {
    const pack = this.#pack(kind);
    const { length } = content;
    if (length > roomBytes) return addLong(pack, content, known);
    const room = pack.room(length);
    content.fill(room, 0);
    const sha256 = hash('sha256', room, 'hex');
    if (sha256 === known) return null;
    const offset = pack.size;
    pack.add(length);
    return { offset, bytes: length, sha256 };
  }

  #pack(kind: PackKind): PackWriter {
    const open = this.#open.get(kind);
    if (open) return open;
    const pack = new PackWriter(this.#directory, this.#temporaryDirectory, kind, packKinds[kind]);
    this.#open.set(kind, pack);
    return pack;
  }
}

/**
 * Adds a part that does not fit into memory. It is read twice: the hash decides whether it is
 * written at all.
 */
function addLong(
  pack: PackWriter,
  content: Content,
  known: string | undefined,
): WrittenPart | null {
  const { length } = content;
  const digest = createHash('sha256');
  const piece = Buffer.allocUnsafe(roomBytes);
  for (let from = 0; from < length; from += roomBytes) {
    const part = piece.subarray(0, Math.min(roomBytes, length - from));
    content.fill(part, from);
    digest.update(part);
  }
  const sha256 = digest.digest('hex');
  if (sha256 === known) return null;
  const offset = pack.size;
  for (let from = 0; from < length; from += roomBytes) {
    const room = pack.room(Math.min(roomBytes, length - from));
    content.fill(room, from);
    pack.add(room.length);
  }
  return { offset, bytes: length, sha256 };
}

const sliceOf = (bytes: Bytes, { offset, length }: PartSpan): Content => ({
  length,
  fill: (into, from) => bytes.read(into, offset + from),
});

/** Lines below a header, with line feeds within them where `lineFeedInText` stands for one. */
function underHeader(header = ''): (bytes: Bytes, piece: PartSpan) => Content {
  const top = Buffer.from(header);
  return (bytes, { offset, length }) => ({
    length: top.length + length,
    fill(into, from) {
      const above = from < top.length ? top.copy(into, 0, from) : 0;
      const lines = into.subarray(above);
      bytes.read(lines, offset + Math.max(0, from - top.length));
      let at = lines.indexOf(lineFeedInText);
      for (; at >= 0; at = lines.indexOf(lineFeedInText, at + 1)) lines[at] = lineFeed;
    },
  });
}

const inMemory = (bytes: Uint8Array): Content => ({
  length: bytes.length,
  fill: (into, from) => into.set(bytes.subarray(from, from + into.length)),
});

/** The index of so many lines of a sheet, from the line numbered `first` on. */
function indexOfLines(
  ends: Float64Array,
  { instants, members }: ListKeys,
  first: number,
  count: number,
): Uint8Array {
  const index = createListIndex(count);
  const start = ends[first] ?? 0;
  for (let line = 1; line <= count; line += 1) {
    index.offsets[line] = (ends[first + line] ?? 0) - start;
  }
  index.instants.set(instants.subarray(first, first + count));
  index.members.set(members.subarray(first, first + count));
  return index.bytes;
}
