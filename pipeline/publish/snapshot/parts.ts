import { type Assembled, assemble, byId, type EnteredAccount } from './assemble.ts';
import { bucketOf, type Entries, parsed, partFiles } from './entries.ts';
import {
  type AccountEntry,
  type BucketHead,
  type FileEntry,
  type Identity,
  isPartName,
  listParts,
  type PackKind,
  type PartIndex,
  type PartIndexes,
  type PartName,
  partNames,
} from './layout.ts';
import type { Packed, Packer } from './packs.ts';
import type { PartSheet, Slices } from './sheet.ts';
import { partIndexesOf, partSumsOf, StoredParts, WrittenParts } from './stored-parts.ts';

/** A part to write, of an account that was entered. */
interface Piece {
  readonly id: string;
  readonly part: PartName;
  readonly rows: number;
}

interface OpenPack {
  readonly ordinal: number;
  rows: number;
}

/** Accounts of a bucket that was opened, or its head. */
type PartsBucket = readonly EnteredAccount[] | BucketHead;

/** Parts of one file that go into another pack. */
interface Move {
  readonly kind: PackKind;
  readonly path: string;
  readonly pieces: Piece[];
  readonly indexes: PartIndex[];
}

/** Gathers the parts of a new version: old ones where nothing changed, new ones in new packs. */
export class Parts {
  readonly #buckets = new Map<number, Map<string, EnteredAccount>>();
  readonly #before: Entries | null;
  readonly #packing: Packer;
  /** A pack is no file before it is sealed. */
  readonly #files: (FileEntry | null)[];
  readonly #open = new Map<PackKind, OpenPack>();

  /** Begins with the accounts of the version before, if there is one. */
  constructor(packing: Packer, before: Entries | null = null) {
    this.#packing = packing;
    this.#files = before ? partFiles(before.manifest) : [];
    this.#before = before;
  }

  /** Returns the account as entered so far, or undefined. */
  identityOf(id: string): Identity | undefined {
    return this.#bucketOf(id).get(id)?.identity;
  }

  /** Notes the instant of figures that were carried over, unless an earlier one is known. */
  date(id: string, asOf: string): void {
    const account = this.#bucketOf(id).get(id);
    if (!account) return;
    account.parts = editableParts(account);
    account.identity = { as_of: asOf, ...account.identity };
  }

  /** Drops every account that `isWanted` does not name. */
  retain(isWanted: (id: string) => boolean): void {
    for (const bucket of this.#numbers()) {
      const ids = this.#buckets.get(bucket)?.keys() ?? this.#before?.head(bucket)?.ids ?? [];
      for (const id of ids) if (!isWanted(id)) this.remove(id);
    }
  }

  remove(id: string): void {
    this.#bucketOf(id).delete(id);
  }

  /** Makes room for an account computed anew; its old parts stay until they are written over. */
  enter(identity: Identity): void {
    const accounts = this.#bucketOf(identity.id);
    const before = accounts.get(identity.id);
    accounts.set(identity.id, { identity, parts: before ? editableParts(before) : {} });
  }

  /**
   * Has the pieces of a sheet packed, in its order; content that stands already is not written
   * again. Resolves when it is done, which may be long after the sheet was handed over.
   */
  async write(
    kind: PackKind,
    pieces: readonly Piece[],
    source: PartSheet['source'],
    slices: Slices,
  ): Promise<void> {
    const indexes = slices.by === 'lines' && slices.keys ? pieces.map(indexOf) : [];
    const knownOf = ({ id, part }: Piece) => editableParts(this.#account(id))[part]?.[3];
    const packed = await this.#packing.write({
      kind,
      source,
      slices,
      known: pieces.map(knownOf),
      knownIndexes: indexes.map(knownOf),
    });
    this.#noteEnded(packed);
    this.#notePlaces(kind, pieces, packed.parts);
    this.#notePlaces('index', indexes, packed.indexes ?? []);
  }

  /**
   * Frees memory of accounts of which all parts are written. The new file at `path` has to stay
   * until the version is written.
   */
  settle(ids: readonly string[], path: string): void {
    const accounts = ids.map((id) => this.#account(id));
    const written = WrittenParts.write(path, accounts.map(editableParts));
    for (const [at, account] of accounts.entries()) account.parts = written[at] ?? account.parts;
  }

  /** Number of files, including those that no part uses any more. */
  get fileCount(): number {
    return this.#files.length;
  }

  /** The sealed files that parts lie in, with the bytes still in use. */
  usage(): Map<FileEntry, number> {
    const bytesOf: (number | undefined)[] = this.#files.map(() => undefined);
    for (const bucket of this.#inputs().values()) {
      for (const [ordinal, bytes] of usageOf(bucket)) {
        bytesOf[ordinal] = (bytesOf[ordinal] ?? 0) + bytes;
      }
    }
    return new Map(
      this.#files.flatMap((file, ordinal): [FileEntry, number][] => {
        const bytes = bytesOf[ordinal];
        return file && bytes !== undefined ? [[file, bytes]] : [];
      }),
    );
  }

  /** Kinds of the files that parts lie in. Reads one bucket of each file. */
  kinds(): Map<FileEntry, PackKind> {
    const kinds = new Map<FileEntry, PackKind>();
    const kindOf = (ordinal: number) => {
      const file = this.#files[ordinal];
      return file && kinds.get(file);
    };
    for (const [number, bucket] of this.#inputs()) {
      if ([...usageOf(bucket)].every(([ordinal]) => kindOf(ordinal))) continue;
      for (const account of this.#accountsOf(number, bucket)) {
        for (const part of partNames) {
          const file = this.#files[account[part]?.[0] ?? -1];
          if (file) kinds.set(file, packKindOf(part));
        }
      }
    }
    return kinds;
  }

  /** Packs the parts that lie in `files` again, which `pathOf` finds. */
  async gather(files: ReadonlySet<FileEntry>, pathOf: (file: FileEntry) => string): Promise<void> {
    const moves = new Map<string, Move>();
    const isMoved = (ordinal: number): boolean => {
      const file = this.#files[ordinal];
      return file != null && files.has(file);
    };
    const moved = [...this.#inputs()]
      .filter(([, bucket]) => [...usageOf(bucket)].some(([ordinal]) => isMoved(ordinal)))
      .flatMap(([number]) => [...this.#opened(number).values()]);
    for (const { identity, parts: stored } of moved.sort(byId)) {
      const parts = partIndexesOf(stored);
      for (const part of partNames) {
        const index = parts[part];
        const file = index && this.#files[index[0]];
        if (!file || !files.has(file)) continue;
        const kind = packKindOf(part);
        const key = `${kind} ${file.path}`;
        const move = moves.get(key) ?? { kind, path: pathOf(file), pieces: [], indexes: [] };
        moves.set(key, move);
        move.pieces.push({ id: identity.id, part, rows: index[4] });
        move.indexes.push(index);
      }
    }
    for (const move of moves.values()) await this.#move(move);
  }

  /** Makes the packs written so far durable. */
  async seal(): Promise<void> {
    for (const kind of this.#open.keys()) {
      this.#noteEnded({ ended: [{ kind, file: await this.#packing.seal(kind) }] });
    }
  }

  /** Removes packs that are not sealed. */
  async abandon(): Promise<void> {
    this.#open.clear();
    await this.#packing.abandon();
  }

  /** The content of the new version; everything written must be sealed. */
  assemble(): Assembled {
    return assemble(this.#inputs(), this.#files, (bucket) => [...this.#opened(bucket).values()]);
  }

  #account(id: string): EnteredAccount {
    const account = this.#bucketOf(id).get(id);
    if (!account) throw new Error(`no account ${id} was entered`);
    return account;
  }

  #bucketOf(id: string): Map<string, EnteredAccount> {
    return this.#opened(bucketOf(id));
  }

  /** Returns the accounts of a bucket for editing, read from the version before at first. */
  #opened(bucket: number): Map<string, EnteredAccount> {
    const open = this.#buckets.get(bucket);
    if (open) return open;
    const accounts = new Map<string, EnteredAccount>();
    const before = this.#before;
    if (before) {
      for (const { id, line } of before.lines(bucket)) {
        accounts.set(id, this.#carriedOver(parsed(line), before));
      }
    }
    this.#buckets.set(bucket, accounts);
    return accounts;
  }

  /**
   * Returns an account of the version before, without parts that this program does not know. Its
   * line stays in the file and is read on demand.
   */
  #carriedOver({ parts, ...identity }: AccountEntry, before: Entries): EnteredAccount {
    for (const [ordinal] of Object.values(parts)) {
      if (this.#files[ordinal]) continue;
      throw new Error(`account entry names file ${ordinal}, which the manifest lacks`);
    }
    const isKnown = Object.keys(parts).every(isPartName);
    const stored = isKnown ? new StoredParts(before, identity.id, parts) : knownParts(parts);
    return { identity, parts: stored };
  }

  /** Numbers of the buckets, of the version before and new ones. */
  #numbers(): Set<number> {
    return new Set([...(this.#before?.buckets() ?? []), ...this.#buckets.keys()]);
  }

  /** Accounts of the buckets that were opened, and heads of the others. */
  #inputs(): Map<number, PartsBucket> {
    const inputs = new Map<number, PartsBucket>();
    for (const bucket of this.#numbers()) {
      const open = this.#buckets.get(bucket);
      const head = open ? [...open.values()] : this.#before?.head(bucket);
      if (head) inputs.set(bucket, head);
    }
    return inputs;
  }

  /** Parts of the accounts of a bucket, which is not opened by that. */
  #accountsOf(number: number, bucket: PartsBucket): readonly PartIndexes[] {
    return 'ids' in bucket
      ? [...(this.#before?.lines(number) ?? [])].map(({ line }) => parsed(line).parts)
      : bucket.map(({ parts }) => partIndexesOf(parts));
  }

  /** Notes packs that nothing is added to any more. */
  #noteEnded({ ended }: Pick<Packed, 'ended'>): void {
    for (const { kind, file } of ended) {
      const open = this.#open.get(kind);
      if (!open) throw new Error(`a pack of ${kind} ended that was not begun`);
      this.#files[open.ordinal] = { ...file, rows: open.rows };
      this.#open.delete(kind);
    }
  }

  /** Notes where pieces lie now, but for those that stand where they were. */
  #notePlaces(kind: PackKind, pieces: readonly Piece[], written: Packed['parts']): void {
    for (const [at, { id, part, rows }] of pieces.entries()) {
      const content = written[at];
      if (!content) continue;
      const open = this.#open.get(kind) ?? { ordinal: this.#files.push(null) - 1, rows: 0 };
      this.#open.set(kind, open);
      open.rows += rows;
      const { offset, bytes, sha256 } = content;
      editableParts(this.#account(id))[part] = [open.ordinal, offset, bytes, sha256, rows];
    }
  }

  async #move({ kind, path, pieces, indexes }: Move): Promise<void> {
    const packed = await this.#packing.write({
      kind,
      source: path,
      slices: {
        by: 'bytes',
        offsets: Float64Array.from(indexes, ([, offset]) => offset),
        lengths: Float64Array.from(indexes, ([, , bytes]) => bytes),
      },
      known: [],
    });
    for (const [at, [, , , sha256]] of indexes.entries()) {
      if (packed.parts[at]?.sha256 === sha256) continue;
      throw new Error(`${path}: ${pieces[at]?.part} is not as published`);
    }
    this.#noteEnded(packed);
    this.#notePlaces(kind, pieces, packed.parts);
  }
}

/** Yields the files that a bucket uses, by ordinal, with the bytes in use. */
function* usageOf(bucket: PartsBucket): Generator<readonly [ordinal: number, bytes: number]> {
  if ('ids' in bucket) {
    for (const [ordinal, bytes] of Object.entries(bucket.files)) yield [Number(ordinal), bytes];
    return;
  }
  for (const { parts } of bucket) yield* partSumsOf(parts).bytes;
}

/** Returns the parts of an account for editing, read from the earlier version if need be. */
function editableParts(account: EnteredAccount): PartIndexes {
  const parts = partIndexesOf(account.parts);
  account.parts = parts;
  return parts;
}

function knownParts(parts: PartIndexes): PartIndexes {
  const known: PartIndexes = {};
  for (const part of partNames) if (parts[part]) known[part] = parts[part];
  return known;
}

const indexOf = ({ id, part, rows }: Piece): Piece => {
  const list = listParts.find((name) => name === part);
  if (!list) throw new Error(`${part} is not a list`);
  return { id, part: `${list}.index`, rows };
};

function packKindOf(part: PartName): PackKind {
  if (part === 'trades' || part === 'positions') return part;
  if (part.endsWith('.index')) return 'index';
  return part.endsWith('.csv') ? 'csv' : 'sections';
}
