import { type Assembled, assemble, byId, type EnteredAccount, partIndexesOf } from './assemble.ts';
import type { Entries } from './entries.ts';
import {
  type AccountEntry,
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
import { StoredParts } from './stored-parts.ts';

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

/** Parts of one file that go into another pack. */
interface Move {
  readonly kind: PackKind;
  readonly path: string;
  readonly pieces: Piece[];
  readonly indexes: PartIndex[];
}

/** Gathers the parts of a new version: old ones where nothing changed, new ones in new packs. */
export class Parts {
  readonly #accounts = new Map<string, EnteredAccount>();
  readonly #packing: Packer;
  /** A pack is no file before it is sealed. */
  readonly #files: (FileEntry | null)[];
  readonly #open = new Map<PackKind, OpenPack>();

  /** `files` are those that entries of the version before name by their ordinals. */
  constructor(packing: Packer, files: readonly FileEntry[] = []) {
    this.#packing = packing;
    this.#files = [...files];
  }

  /**
   * Carries an account over from the version before, without parts that this program does not know.
   * With `from`, its line stays in that file and is read on demand.
   */
  keep({ parts, ...identity }: AccountEntry, from: Entries | null = null): void {
    for (const [ordinal] of Object.values(parts)) {
      if (this.#files[ordinal]) continue;
      throw new Error(`account entry names file ${ordinal}, which the manifest lacks`);
    }
    const isKnown = Object.keys(parts).every(isPartName);
    const stored = from && isKnown ? new StoredParts(from, identity.id, parts) : knownParts(parts);
    this.#accounts.set(identity.id, { identity, parts: stored });
  }

  /** Returns the account as entered so far, or undefined. */
  identityOf(id: string): Identity | undefined {
    return this.#accounts.get(id)?.identity;
  }

  /** Notes the instant of figures that were carried over, unless an earlier one is known. */
  date(id: string, asOf: string): void {
    const account = this.#accounts.get(id);
    if (!account) return;
    account.parts = editableParts(account);
    account.identity = { as_of: asOf, ...account.identity };
  }

  /** Drops every account that `isWanted` does not name. */
  retain(isWanted: (id: string) => boolean): void {
    for (const id of this.#accounts.keys()) if (!isWanted(id)) this.#accounts.delete(id);
  }

  /** Makes room for an account computed anew; its old parts stay until they are written over. */
  enter(identity: Identity): void {
    const before = this.#accounts.get(identity.id);
    this.#accounts.set(identity.id, { identity, parts: before ? editableParts(before) : {} });
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

  /** Number of files, including those that no part uses any more. */
  get fileCount(): number {
    return this.#files.length;
  }

  /** The sealed files that parts lie in, with the bytes still in use. */
  usage(): Map<FileEntry, number> {
    const bytesOf: (number | undefined)[] = this.#files.map(() => undefined);
    for (const { parts } of this.#accounts.values()) {
      for (const [ordinal, , bytes] of Object.values(partIndexesOf(parts))) {
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

  /** Packs the parts that lie in `files` again, which `pathOf` finds. */
  async gather(files: ReadonlySet<FileEntry>, pathOf: (file: FileEntry) => string): Promise<void> {
    const moves = new Map<string, Move>();
    for (const { identity, parts: stored } of [...this.#accounts.values()].sort(byId)) {
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
    return assemble(this.#accounts.values(), this.#files);
  }

  #account(id: string): EnteredAccount {
    const account = this.#accounts.get(id);
    if (!account) throw new Error(`no account ${id} was entered`);
    return account;
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

/** Returns the parts of an account for editing, read from the earlier version if need be. */
function editableParts(account: EnteredAccount): PartIndexes {
  if (account.parts instanceof StoredParts) account.parts = account.parts.indexes();
  return account.parts;
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
