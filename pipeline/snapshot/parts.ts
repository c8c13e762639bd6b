import { createHash } from 'node:crypto';
import {
  type AccountEntry,
  type FileEntry,
  isPartName,
  type PartName,
  type Place,
  partNames,
} from './layout.ts';
import { PackWriter, type Written } from './pack.ts';
import { Renumbering } from './renumbering.ts';

/** What parts are packed together, and how the pack's name ends. */
const packKinds = {
  sections: 'json',
  trades: 'json',
  positions: 'json',
  index: 'bin',
  csv: 'csv',
} as const;
type PackKind = keyof typeof packKinds;

export type Identity = Omit<AccountEntry, 'parts'>;
type Append = (bytes: Uint8Array) => void;
/** Hands on the bytes of a file from `offset`. */
type Copy = (file: FileEntry, offset: number, bytes: number, append: Append) => void;

interface Account {
  identity: Identity;
  /** Files by their ordinal here: those of the version before, then one for each pack begun. */
  parts: AccountEntry['parts'];
}

interface OpenPack {
  writer: PackWriter;
  ordinal: number;
  parts: number;
  rows: number;
}

/** Everything a version holds, before it is given a name. */
export interface Assembled {
  files: FileEntry[];
  entries: AccountEntry[];
  /** SHA-256 over the content of every account, whatever file it lies in. */
  sha256: string;
}

/** Gathers the parts of a new version: old ones where nothing changed, new ones in new packs. */
export class Parts {
  readonly #accounts = new Map<string, Account>();
  readonly #packsDirectory: string;
  readonly #temporaryDirectory: string;
  /** A pack is no file before it is sealed. */
  readonly #files: (FileEntry | null)[];
  readonly #open = new Map<PackKind, OpenPack>();

  /** `files` are those that entries of the version before name by their ordinals. */
  constructor(
    packsDirectory: string,
    temporaryDirectory: string,
    files: readonly FileEntry[] = [],
  ) {
    this.#packsDirectory = packsDirectory;
    this.#temporaryDirectory = temporaryDirectory;
    this.#files = [...files];
  }

  /** Takes over an account of the version before, but for parts of another program. */
  keep({ parts, ...identity }: AccountEntry): void {
    const known: AccountEntry['parts'] = {};
    for (const [part, place] of Object.entries(parts)) {
      if (!this.#files[place[0]]) {
        throw new Error(`account entry names file ${place[0]}, which the manifest lacks`);
      }
      if (isPartName(part)) known[part] = place;
    }
    this.#accounts.set(identity.id, { identity, parts: known });
  }

  /** What an account is so far; undefined where there is none. */
  identityOf(id: string): Identity | undefined {
    return this.#accounts.get(id)?.identity;
  }

  /** Notes the instant that kept figures are of, unless an earlier one is known. */
  date(id: string, asOf: string): void {
    const account = this.#accounts.get(id);
    if (account) account.identity = { as_of: asOf, ...account.identity };
  }

  /** Drops every account that `isWanted` does not name. */
  retain(isWanted: (id: string) => boolean): void {
    for (const id of this.#accounts.keys()) if (!isWanted(id)) this.#accounts.delete(id);
  }

  /** Makes room for an account computed anew; its old parts stay until they are written over. */
  enter(identity: Identity): void {
    const parts = { ...this.#accounts.get(identity.id)?.parts };
    this.#accounts.set(identity.id, { identity, parts });
  }

  /** Writes one part of an account; content that stands already is not written again. */
  async write(
    kind: PackKind,
    id: string,
    part: PartName,
    rows: number,
    produce: (append: Append) => void | Promise<void>,
  ): Promise<void> {
    const account = this.#accounts.get(id);
    if (!account) throw new Error(`no account ${id} was entered`);
    const pack = this.#pack(kind);
    pack.writer.begin();
    await produce((bytes) => pack.writer.append(bytes));
    const known = account.parts[part]?.[3];
    const written = pack.writer.end((digest) => digest === known);
    if (written.sha256 !== known) account.parts[part] = placeIn(pack, written, rows);
  }

  /** The sealed files that parts lie in, with the bytes still in use. */
  usage(): Map<FileEntry, number> {
    const bytesOf: (number | undefined)[] = this.#files.map(() => undefined);
    for (const { parts } of this.#accounts.values()) {
      for (const [ordinal, , bytes] of Object.values(parts)) {
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

  /** Writes the parts that lie in `files` again, into packs of their own; `copy` reads them. */
  gather(files: ReadonlySet<FileEntry>, copy: Copy): void {
    for (const account of [...this.#accounts.values()].sort(byId)) {
      const parts = { ...account.parts };
      account.parts = parts;
      for (const part of partNames) {
        const place = parts[part];
        const file = place && this.#files[place[0]];
        if (!file || !files.has(file)) continue;
        const [, offset, bytes, sha256, rows] = place;
        const pack = this.#pack(packKindOf(part));
        pack.writer.begin();
        copy(file, offset, bytes, (piece) => pack.writer.append(piece));
        const moved = pack.writer.end(() => false);
        if (moved.sha256 !== sha256) throw new Error(`${file.path}: ${part} is not as published`);
        parts[part] = placeIn(pack, moved, rows);
      }
    }
  }

  /** Makes the packs written so far durable. */
  seal(): void {
    for (const [kind, { writer, ordinal, parts, rows }] of this.#open) {
      this.#open.delete(kind);
      if (parts === 0) writer.abandon();
      else this.#files[ordinal] = writer.finish(rows);
    }
  }

  /** Removes packs that are not sealed. */
  abandon(): void {
    for (const { writer } of this.#open.values()) writer.abandon();
    this.#open.clear();
  }

  /** The content of the new version, accounts in order of their ids. */
  assemble(): Assembled {
    const renumber = new Renumbering(this.#files);
    const content = createHash('sha256');
    const entries: AccountEntry[] = [];
    for (const { identity, parts } of [...this.#accounts.values()].sort(byId)) {
      const places: AccountEntry['parts'] = {};
      let digests = '';
      for (const part of partNames) {
        const place = parts[part];
        if (!place) continue;
        const [ordinal, offset, bytes, sha256, rows] = place;
        places[part] = [renumber.ordinalOf(ordinal, part), offset, bytes, sha256, rows];
        digests += `${identity.id}\0${part}\0${sha256}\n`;
      }
      content.update(`${digests}${JSON.stringify(identity)}\n`);
      entries.push({ ...identity, parts: places });
    }
    return { files: renumber.files, entries, sha256: content.digest('hex') };
  }

  #pack(kind: PackKind): OpenPack {
    const open = this.#open.get(kind);
    if (open) return open;
    const writer = new PackWriter(
      this.#packsDirectory,
      this.#temporaryDirectory,
      kind,
      packKinds[kind],
    );
    const pack = { writer, ordinal: this.#files.push(null) - 1, parts: 0, rows: 0 };
    this.#open.set(kind, pack);
    return pack;
  }
}

function placeIn(pack: OpenPack, { offset, bytes, sha256 }: Written, rows: number): Place {
  pack.parts += 1;
  pack.rows += rows;
  return [pack.ordinal, offset, bytes, sha256, rows];
}

function packKindOf(part: PartName): PackKind {
  if (part === 'trades' || part === 'positions') return part;
  if (part.endsWith('.index')) return 'index';
  return part.endsWith('.csv') ? 'csv' : 'sections';
}

const byId = (one: Account, other: Account): number =>
  one.identity.id < other.identity.id ? -1 : 1;
