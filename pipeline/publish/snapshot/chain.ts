import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { DataDirectory } from '../../base/data-directory.ts';
import { isAbsent, readPart } from '../../base/files.ts';
import type { Manifest } from './layout.ts';
import { sequenceOf, sha256Of } from './versions.ts';

/** Restatement of an account in the chain, without days and amounts. */
export interface ChainedRestatement {
  readonly found_at: string;
  readonly version: number;
  readonly kind: string;
}

/** Restatements of accounts and portfolios by their `chainId`, newest first. */
export type Earlier = Readonly<Record<string, readonly ChainedRestatement[]>>;

/**
 * One publication, written as a line of the chain. The SHA-256 of a line covers every line before
 * it.
 */
export interface Link {
  readonly version: string;
  readonly as_of: string;
  /** SHA-256 of the manifest, as that says itself. */
  readonly manifest: string;
  /** Set if this puts an earlier version back in service. */
  readonly rollback?: true | undefined;
  /**
   * Restatements, as in the manifest, by `chainId`. Only the first publication of a version has
   * them.
   */
  readonly restated?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Number of accounts and portfolios that were in service before, and that owners had deleted. */
  readonly removed?: number | undefined;
  /** Number of entries about badges in the audit trail then, and a SHA-256 over them. */
  readonly marks?: Manifest['marks'] | undefined;
  /** SHA-256 of the line before; null where the chain begins. */
  readonly previous: string | null;
  /** Newest lines of the chains of other partitions, if it has accounts that these had before. */
  readonly continues?: readonly string[] | undefined;
  /** Restatements in those chains. */
  readonly earlier?: Earlier | undefined;
}

/**
 * Returns what stands for an account or portfolio in the chain, which outlasts its deletion: a
 * hash, since ids tell numbers and names.
 */
export const chainId = (id: string): string => sha256Of(id).slice(0, 32);

/** Newest line of the chain with its SHA-256. `link` is null if the line cannot be parsed. */
interface ChainEnd {
  readonly link: Link | null;
  readonly sha256: string;
}

/**
 * Returns every complete line of the chain, oldest first. A line without its newline is left out.
 */
export function chainLines(dataDir: DataDirectory): string[] {
  try {
    return readFileSync(dataDir.chain, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Returns the lines as the text of a chain. */
export const textOfChain = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('');

/** The newest line of the chain; null before the first. */
export function chainEnd({ chain }: DataDirectory): ChainEnd | null {
  const { line } = lastLine(chain);
  return line === null ? null : { link: parseLink(line), sha256: sha256Of(line) };
}

/** Parses a line of the chain. Returns null if it is not a link. */
export function parseLink(line: string): Link | null {
  try {
    const link: Link | null = JSON.parse(line);
    return typeof link?.version === 'string' && typeof link.as_of === 'string' ? link : null;
  } catch {
    return null;
  }
}

/**
 * Returns the hash that the next publication names as `previous`. Usually this is the newest line
 * of the chain. If the chain lacks the version in service, it is the SHA-256 of that version's
 * manifest. No run leaves such a state behind, and a line's hash never equals a manifest's.
 */
export function previousHash(dataDir: DataDirectory, published: Manifest | null): string | null {
  const end = chainEnd(dataDir);
  if (published === null) return end?.sha256 ?? null;
  const { version, sha256 } = published;
  const isHeld = end?.link?.version === version || isInChain(dataDir, version);
  return isHeld && end ? end.sha256 : sha256;
}

const isInChain = (dataDir: DataDirectory, version: string): boolean =>
  versionsInChain(dataDir).includes(version);

/**
 * Returns the names of all versions ever published, oldest first. A damaged line gives an empty
 * name.
 */
export const versionsInChain = (dataDir: DataDirectory): string[] =>
  chainLines(dataDir).map((line) => parseLink(line)?.version ?? '');

/** The line of a version that is about to be put in service, where `published` is now. */
export function chainLine(
  dataDir: DataDirectory,
  { version, as_of, sha256, restated, removed, marks }: Manifest,
  published: Manifest | null,
): string {
  const last = chainEnd(dataDir)?.link?.version;
  const isEarlier = last !== undefined && sequenceOf(version) < sequenceOf(last);
  // Only what is restated or removed needs a look through the whole chain.
  const isFirst = (restated ?? removed) !== undefined && !isInChain(dataDir, version);
  const link: Link = {
    version,
    as_of,
    manifest: sha256,
    rollback: isEarlier || undefined,
    restated: isFirst ? restated : undefined,
    removed: isFirst ? removed : undefined,
    marks,
    previous: previousHash(dataDir, published),
  };
  return JSON.stringify(link);
}

/** Returns the line of a version with accounts that other partitions had before. */
export const continuingLine = (
  { version, as_of, sha256, previous }: Manifest,
  before: Pick<Link, 'continues' | 'earlier' | 'rollback'>,
): string => {
  const link: Link = { version, as_of, manifest: sha256, previous, ...before };
  return JSON.stringify(link);
};

/** Adds a line to the chain, durably. */
export function appendToChain({ chain: path }: DataDirectory, line: string): void {
  const { end, size } = lastLine(path);
  if (end < size) truncateSync(path, end);
  const file = openSync(path, 'a');
  try {
    appendFileSync(file, `${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const tailBytes = 1 << 16;

/** The last whole line of a file, and where it ends; the file may be missing. */
function lastLine(path: string): { line: string | null; end: number; size: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  for (let bytes = tailBytes; size > 0; bytes *= 8) {
    const from = Math.max(0, size - bytes);
    const tail = readPart(path, from, size - from);
    const end = tail.lastIndexOf(10);
    const start = end < 1 ? -1 : tail.lastIndexOf(10, end - 1);
    if (start < 0 && from > 0) continue;
    if (end < 0) return { line: null, end: 0, size };
    return { line: tail.subarray(start + 1, end).toString(), end: from + end + 1, size };
  }
  return { line: null, end: 0, size };
}
