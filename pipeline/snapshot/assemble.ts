import { createHash } from 'node:crypto';
import { type AccountEntry, type FileEntry, partNames } from './layout.ts';

/** What is known of an account but for its parts. */
export type Identity = Omit<AccountEntry, 'parts'>;

/** An account of a version that is being put together. */
export interface EnteredAccount {
  identity: Identity;
  /** Files by their ordinal here: those of the version before, then one for each pack begun. */
  parts: AccountEntry['parts'];
  /** As the version before has it, whose parts these are; null where anything of it changed since. */
  line: string | null;
}

/** Everything a version holds, before it is given a name. */
export interface Assembled {
  files: FileEntry[];
  entries: AccountEntry[];
  /** The entries as JSON. */
  lines: string[];
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
  const renumbering = new Renumbering(before, filesIn(accounts));
  const content = createHash('sha256');
  const restatements = createHash('sha256');
  const entries: AccountEntry[] = [];
  const lines: string[] = [];
  for (const { identity, parts, line } of accounts) {
    content.update(`${digestsOf(identity.id, parts)}${JSON.stringify(identity)}\n`);
    restatements.update(`${identity.id}\0${parts.restatements?.[3] ?? ''}\n`);
    const places = renumbered(parts, renumbering);
    const entry = { ...identity, parts: places };
    entries.push(entry);
    lines.push(places === parts && line !== null ? line : JSON.stringify(entry));
  }
  return {
    files: renumbering.files,
    entries,
    lines,
    sha256: content.digest('hex'),
    restatements: restatements.digest('hex'),
  };
}

/** Orders accounts by their ids. */
export const byId = (one: EnteredAccount, other: EnteredAccount): number =>
  one.identity.id < other.identity.id ? -1 : 1;

/** Which files parts lie in, by their ordinals. */
function filesIn(accounts: readonly EnteredAccount[]): (boolean | undefined)[] {
  const isUsed: (boolean | undefined)[] = [];
  for (const { parts } of accounts) {
    for (const [ordinal] of Object.values(parts)) isUsed[ordinal] = true;
  }
  return isUsed;
}

/** Places in files of the new version; the same object where those are numbered as before. */
function renumbered(parts: AccountEntry['parts'], renumbering: Renumbering): AccountEntry['parts'] {
  const isInOrder = Object.values(parts).every(
    ([ordinal]) => renumbering.ordinalOf(ordinal) === ordinal,
  );
  if (isInOrder) return parts;
  const places: AccountEntry['parts'] = {};
  for (const part of partNames) {
    const place = parts[part];
    if (!place) continue;
    const [ordinal, ...rest] = place;
    places[part] = [renumbering.ordinalOf(ordinal), ...rest];
  }
  return places;
}

function digestsOf(id: string, parts: AccountEntry['parts']): string {
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
