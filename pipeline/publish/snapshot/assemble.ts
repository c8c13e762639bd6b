import { createHash } from 'node:crypto';
import {
  type AccountEntry,
  type FileEntry,
  type Identity,
  type PartIndexes,
  partNames,
} from './layout.ts';
import { filesIn, StoredParts } from './stored-parts.ts';

/** An account of a version that is being put together. */
export interface EnteredAccount {
  identity: Identity;
  /** Files by their ordinal here: those of the version before, then one for each pack begun. */
  parts: PartIndexes | StoredParts;
}

/** Everything a version holds, before it is given a name. */
export interface Assembled {
  files: FileEntry[];
  /** In order of their ids. */
  identities: readonly Identity[];
  /** Trades of the accounts. */
  trades: number;
  /** The entries as JSON, in the same order, one at a time. */
  lines(): Iterable<Buffer>;
  /** SHA-256 over the content of every account, whatever file it lies in. */
  sha256: string;
  /**
   * SHA-256 over all restatements. They are history, so the content hash above does not cover them.
   */
  restatements: string;
}

/**
 * Returns the content of a version, accounts ordered by id. `before` lists files by the ordinals
 * that parts name. Throws if a part lies in an unsealed file (null in `before`).
 */
export function assemble(
  ofAccounts: Iterable<EnteredAccount>,
  before: readonly (FileEntry | null)[],
): Assembled {
  const accounts = [...ofAccounts].sort(byId);
  const renumbering = new Renumbering(before, filesOf(accounts));
  const content = createHash('sha256');
  const restatements = createHash('sha256');
  let trades = 0;
  for (const { identity, parts: stored } of accounts) {
    const parts = partIndexesOf(stored);
    content.update(`${digestsOf(identity.id, parts)}${JSON.stringify(identity)}\n`);
    restatements.update(`${identity.id}\0${parts.restatements?.[3] ?? ''}\n`);
    if (identity.type === 'account') trades += parts.trades?.[4] ?? 0;
  }
  return {
    files: renumbering.files,
    identities: accounts.map(({ identity }) => identity),
    trades,
    *lines() {
      for (const account of accounts) yield lineOf(account, renumbering);
    },
    sha256: content.digest('hex'),
    restatements: restatements.digest('hex'),
  };
}

/** Returns the index of each part of an account, read from the earlier version if need be. */
export const partIndexesOf = (parts: PartIndexes | StoredParts): PartIndexes =>
  parts instanceof StoredParts ? parts.indexes() : parts;

/** The line of an account, as the version before has it where its files keep their ordinals. */
function lineOf({ identity, parts }: EnteredAccount, renumbering: Renumbering): Buffer {
  if (parts instanceof StoredParts) {
    const line = parts.files.every((file) => renumbering.ordinalOf(file) === file) && parts.line();
    if (line) return line;
  }
  const entry: AccountEntry = { ...identity, parts: renumbered(partIndexesOf(parts), renumbering) };
  return Buffer.from(JSON.stringify(entry));
}

/** Orders accounts by their ids. */
export const byId = (first: EnteredAccount, second: EnteredAccount): number =>
  first.identity.id < second.identity.id ? -1 : 1;

/** Which files parts lie in, by their ordinals. */
function filesOf(accounts: readonly EnteredAccount[]): (boolean | undefined)[] {
  const isUsed: (boolean | undefined)[] = [];
  for (const { parts } of accounts) {
    for (const ordinal of filesIn(parts)) isUsed[ordinal] = true;
  }
  return isUsed;
}

/** PartIndexes in files of the new version; the same object where those are numbered as before. */
function renumbered(parts: PartIndexes, renumbering: Renumbering): PartIndexes {
  const isInOrder = Object.values(parts).every(
    ([ordinal]) => renumbering.ordinalOf(ordinal) === ordinal,
  );
  if (isInOrder) return parts;
  const indexes: PartIndexes = {};
  for (const part of partNames) {
    const index = parts[part];
    if (!index) continue;
    const [ordinal, ...rest] = index;
    indexes[part] = [renumbering.ordinalOf(ordinal), ...rest];
  }
  return indexes;
}

function digestsOf(id: string, parts: PartIndexes): string {
  let digests = '';
  for (const part of partNames) {
    const index = parts[part];
    if (index && part !== 'restatements') digests += `${id}\0${part}\0${index[3]}\n`;
  }
  return digests;
}

/**
 * Numbers the files still in use without gaps. Files keep their ordinals where possible, so that
 * most entries stay as written. The remaining files fill the ordinals of files that are gone.
 */
class Renumbering {
  readonly files: FileEntry[] = [];
  readonly #ordinals: (number | undefined)[] = [];

  /** `isUsed` says by ordinal which of the files before parts lie in. */
  constructor(before: readonly (FileEntry | null)[], isUsed: readonly (boolean | undefined)[]) {
    const ordinalsByPath = new Map<string, number>();
    for (const [ordinal, file] of before.entries()) {
      if (!isUsed[ordinal]) continue;
      if (!file) throw new Error('a part of an account was never sealed');
      if (!ordinalsByPath.has(file.path)) ordinalsByPath.set(file.path, ordinal);
    }
    const used = new Set(ordinalsByPath.values());
    const ordinals = [...Array(used.size).keys()];
    const free = ordinals.filter((ordinal) => !used.has(ordinal));
    for (const ordinal of used) {
      const file = before[ordinal];
      const next = ordinal < used.size ? ordinal : free.shift();
      if (file && next !== undefined) this.files[next] = file;
      this.#ordinals[ordinal] = next;
    }
    for (const [ordinal, file] of before.entries()) {
      const first = file && ordinalsByPath.get(file.path);
      if (typeof first === 'number') this.#ordinals[ordinal] = this.#ordinals[first];
    }
  }

  ordinalOf(before: number): number {
    const ordinal = this.#ordinals[before];
    if (ordinal === undefined) throw new Error(`file ${before} is not used by any part`);
    return ordinal;
  }
}
