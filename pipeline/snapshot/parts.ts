import { createHash } from 'node:crypto';
import {
  type AccountEntry,
  type FileEntry,
  isPartName,
  type PartName,
  type Place,
  partNames,
} from './layout.ts';
import { PackWriter } from './pack.ts';

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

/** A part and the file it lies in; `file` is null while that file is being written. */
interface Located {
  file: FileEntry | null;
  offset: number;
  bytes: number;
  sha256: string;
  rows: number;
}

interface Account {
  identity: Identity;
  parts: Map<PartName, Located>;
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
  readonly #open = new Map<PackKind, { writer: PackWriter; written: Located[] }>();

  constructor(packsDirectory: string, temporaryDirectory: string) {
    this.#packsDirectory = packsDirectory;
    this.#temporaryDirectory = temporaryDirectory;
  }

  /** Takes over an account of the version before. */
  keep(entry: AccountEntry, files: readonly FileEntry[]): void {
    const parts = new Map<PartName, Located>();
    for (const [part, place] of Object.entries(entry.parts)) {
      const [ordinal, offset, bytes, sha256, rows] = place;
      const file = files[ordinal];
      if (!file) throw new Error(`account entry names file ${ordinal}, which the manifest lacks`);
      if (!isPartName(part)) throw new Error(`account entry holds an unknown part ${part}`);
      parts.set(part, { file, offset, bytes, sha256, rows });
    }
    const { parts: _, ...identity } = entry;
    this.#accounts.set(entry.id, { identity, parts });
  }

  /** Drops every account that `isWanted` does not name. */
  retain(isWanted: (id: string) => boolean): void {
    for (const id of this.#accounts.keys()) if (!isWanted(id)) this.#accounts.delete(id);
  }

  /** Makes room for an account computed anew; its old parts stay until they are written over. */
  enter(identity: Identity): void {
    const parts = this.#accounts.get(identity.id)?.parts ?? new Map<PartName, Located>();
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
    const { writer, written } = this.#pack(kind);
    writer.begin();
    await produce((bytes) => writer.append(bytes));
    const known = account.parts.get(part);
    const { offset, bytes, sha256 } = writer.end((digest) => digest === known?.sha256);
    if (sha256 === known?.sha256) return;
    const located: Located = { file: null, offset, bytes, sha256, rows };
    written.push(located);
    account.parts.set(part, located);
  }

  /** The sealed files that parts lie in, with the bytes still in use. */
  usage(): Map<FileEntry, number> {
    const used = new Map<FileEntry, number>();
    for (const { parts } of this.#accounts.values()) {
      for (const { file, bytes } of parts.values()) {
        if (file) used.set(file, (used.get(file) ?? 0) + bytes);
      }
    }
    return used;
  }

  /** Writes the parts that lie in `files` again, into packs of their own; `copy` reads them. */
  gather(files: ReadonlySet<FileEntry>, copy: Copy): void {
    for (const { parts } of [...this.#accounts.values()].sort(byId)) {
      for (const [part, known] of parts) {
        if (!known.file || !files.has(known.file)) continue;
        const { file, offset, bytes, sha256, rows } = known;
        const { writer, written } = this.#pack(packKindOf(part));
        writer.begin();
        copy(file, offset, bytes, (piece) => writer.append(piece));
        const moved = writer.end(() => false);
        if (moved.sha256 !== sha256) throw new Error(`${file.path}: ${part} is not as published`);
        const located: Located = { ...moved, file: null, rows };
        written.push(located);
        parts.set(part, located);
      }
    }
  }

  /** Makes the packs written so far durable. */
  seal(): void {
    for (const [kind, { writer, written }] of this.#open) {
      this.#open.delete(kind);
      if (written.length === 0) {
        writer.abandon();
        continue;
      }
      const rows = written.reduce((sum, located) => sum + located.rows, 0);
      const file = writer.finish(rows);
      for (const located of written) located.file = file;
    }
  }

  /** Removes packs that are not sealed. */
  abandon(): void {
    for (const { writer } of this.#open.values()) writer.abandon();
    this.#open.clear();
  }

  /** The content of the new version, accounts in order of their ids. */
  assemble(): Assembled {
    const files: FileEntry[] = [];
    const ordinals = new Map<string, number>();
    const content = createHash('sha256');
    const entries: AccountEntry[] = [];
    for (const { identity, parts } of [...this.#accounts.values()].sort(byId)) {
      const places: Partial<Record<PartName, Place>> = {};
      let digests = '';
      for (const part of partNames) {
        const located = parts.get(part);
        if (!located) continue;
        const { file, offset, bytes, sha256, rows } = located;
        if (!file) throw new Error(`part ${part} of an account was never sealed`);
        const ordinal = ordinals.get(file.path) ?? files.push(file) - 1;
        ordinals.set(file.path, ordinal);
        places[part] = [ordinal, offset, bytes, sha256, rows];
        digests += `${identity.id}\0${part}\0${sha256}\n`;
      }
      content.update(`${digests}${JSON.stringify(identity)}\n`);
      entries.push({ ...identity, parts: places });
    }
    return { files, entries, sha256: content.digest('hex') };
  }

  #pack(kind: PackKind) {
    const open = this.#open.get(kind);
    if (open) return open;
    const writer = new PackWriter(
      this.#packsDirectory,
      this.#temporaryDirectory,
      kind,
      packKinds[kind],
    );
    const pack: { writer: PackWriter; written: Located[] } = { writer, written: [] };
    this.#open.set(kind, pack);
    return pack;
  }
}

function packKindOf(part: PartName): PackKind {
  if (part === 'trades' || part === 'positions') return part;
  if (part.endsWith('.index')) return 'index';
  return part.endsWith('.csv') ? 'csv' : 'sections';
}

const byId = (one: Account, other: Account): number =>
  one.identity.id < other.identity.id ? -1 : 1;
