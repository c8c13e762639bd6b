import { createHash } from 'node:crypto';
import { filesIn, KeptLine } from './kept-line.ts';
import {
  type AccountEntry,
  type FileEntry,
  type Identity,
  type Places,
  partNames,
} from './layout.ts';

/** An account of a version that is being put together. */
export interface EnteredAccount {
  identity: Identity;
  /** Files by their ordinal here: those of the version before, then one for each pack begun. */
  parts: Places | KeptLine;
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
  /** The same over what was restated, which the same facts do not tell. */
  restatements: string;
}

/**
 * The content of a version, accounts in order of their ids. `before` are files by the ordinals that
 * parts name; throws where a part lies in one that is null, which was never sealed.
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
  for (const { identity, parts: kept } of accounts) {
    const parts = placesOf(kept);
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

/** Where parts lie. */
export const placesOf = (parts: Places | KeptLine): Places =>
  parts instanceof KeptLine ? parts.places() : parts;

/** The line of an account, as the version before has it where its files keep their ordinals. */
function lineOf({ identity, parts }: EnteredAccount, renumbering: Renumbering): Buffer {
  if (parts instanceof KeptLine) {
    const line = parts.files.every((file) => renumbering.ordinalOf(file) === file) && parts.line();
    if (line) return line;
  }
  const entry: AccountEntry = { ...identity, parts: renumbered(placesOf(parts), renumbering) };
  return Buffer.from(JSON.stringify(entry));
}

/** Orders accounts by their ids. */
export const byId = (one: EnteredAccount, other: EnteredAccount): number =>
  one.identity.id < other.identity.id ? -1 : 1;

/** Which files parts lie in, by their ordinals. */
function filesOf(accounts: readonly EnteredAccount[]): (boolean | undefined)[] {
  const isUsed: (boolean | undefined)[] = [];
  for (const { parts } of accounts) {
    for (const ordinal of filesIn(parts)) isUsed[ordinal] = true;
  }
  return isUsed;
}

/** Places in files of the new version; the same object where those are numbered as before. */
function renumbered(parts: Places, renumbering: Renumbering): Places {
  const isInOrder = Object.values(parts).every(
    ([ordinal]) => renumbering.ordinalOf(ordinal) === ordinal,
  );
  if (isInOrder) return parts;
  const places: Places = {};
  for (const part of partNames) {
    const place = parts[part];
    if (!place) continue;
    const [ordinal, ...rest] = place;
    places[part] = [renumbering.ordinalOf(ordinal), ...rest];
  }
  return places;
}

function digestsOf(id: string, parts: Places): string {
  let digests = '';
  for (const part of partNames) {
    const place = parts[part];
    if (place && part !== 'restatements') digests += `${id}\0${part}\0${place[3]}\n`;
  }
  return digests;
}

/**
 * Numbers the files that are still in use without a gap. As many as can keep their numbers, so that
 * what names them stays as it was written; the others take the places of files that are gone.
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
    const kept = new Set(ordinalsByPath.values());
    const places = [...Array(kept.size).keys()];
    const free = places.filter((place) => !kept.has(place));
    for (const ordinal of kept) {
      const file = before[ordinal];
      const place = ordinal < kept.size ? ordinal : free.shift();
      if (file && place !== undefined) this.files[place] = file;
      this.#ordinals[ordinal] = place;
    }
    for (const [ordinal, file] of before.entries()) {
      const first = file && ordinalsByPath.get(file.path);
      if (typeof first === 'number') this.#ordinals[ordinal] = this.#ordinals[first];
    }
  }

  ordinalOf(before: number): number {
    const ordinal = this.#ordinals[before];
    if (ordinal === undefined) throw new Error(`file ${before} is none that parts lie in`);
    return ordinal;
  }
}
