import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { isAbsent, replaceFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import type { Pointed } from '../store/pointer.ts';
import type { Content, Store } from '../store/store.ts';
import { nextLine } from './publish.ts';
import { fewAtOnce } from './shared.ts';
import { sha256Of } from './versions.ts';

/** What the row of the accounts keeps for whoever publishes next. */
export interface PublishedState {
  /** The chain, in pieces of which only the last one is ever written anew. */
  readonly chain: readonly Content[];
  /** SHA-256 of its newest line. */
  readonly end: string | null;
}

/** A piece of the chain, as it is put. */
interface Piece extends Content {
  readonly text: Buffer;
}

/** What a piece of the chain is called in a store. */
export const chainObject = ({ sha256 }: Content): string => `chain/${sha256}.ndjson`;

/** The chain that a row keeps; empty where no program ever kept one there. */
export const chainOf = ({ state }: Pick<Pointed, 'state'>): readonly Content[] =>
  (state as PublishedState | null)?.chain ?? [];

/** SHA-256 of the newest line of the chain that a row keeps; null where it keeps none. */
export const chainEndOf = ({ state }: Pick<Pointed, 'state'>): string | null =>
  (state as PublishedState | null)?.end ?? null;

/** Longer ones begin another. */
const pieceBytes = 1 << 20;

/** Cuts whole lines so that the pieces of a chain stay the same when lines are added. */
export function cut(chain: Buffer, length = pieceBytes): Piece[] {
  const pieces: Piece[] = [];
  const whole = chain.lastIndexOf(10) + 1;
  for (let from = 0; from < whole; ) {
    const end = chain.indexOf(10, Math.min(from + length, whole) - 1) + 1;
    const text = chain.subarray(from, end);
    pieces.push({ sha256: sha256Of(text), bytes: text.length, text });
    from = end;
  }
  return pieces;
}

/** The pieces of the chain that a data directory has, with the line that publishing a version adds to it. */
export function piecesWith(dataDir: DataDirectory, version: string): Piece[] {
  const line = nextLine(dataDir, version);
  return cut(Buffer.concat([readChain(dataDir), Buffer.from(line === null ? '' : `${line}\n`)]));
}

/** Puts the pieces of a chain that were not `known` before. */
export async function putChain(
  store: Store,
  pieces: readonly Piece[],
  known: readonly Content[] = [],
): Promise<PublishedState> {
  const there = new Set(known.map(({ sha256 }) => sha256));
  const added = pieces.filter(({ sha256 }) => !there.has(sha256));
  await fewAtOnce(added, (piece) => store.put(chainObject(piece), piece, piece.text));
  const lines = pieces.at(-1)?.text.toString().split('\n') ?? [];
  const newest = lines.at(-2);
  return {
    chain: pieces.map(({ sha256, bytes }) => ({ sha256, bytes })),
    end: newest === undefined ? null : sha256Of(newest),
  };
}

/**
 * Brings a data directory the chain that machines share, unless its own goes on from that one. What
 * it had of another one stays beside it.
 */
export async function bringChain(
  store: Store,
  dataDir: DataDirectory,
  shared: readonly Content[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const own = readChain(dataDir);
  const bytes = shared.reduce((sum, piece) => sum + piece.bytes, 0);
  let at = 0;
  const texts = new Map<string, Buffer>();
  for (const { sha256, bytes: length } of shared) {
    const text = own.subarray(at, at + length);
    if (sha256Of(text) === sha256) texts.set(sha256, text);
    at += length;
  }
  if (shared.every(({ sha256 }) => texts.has(sha256))) return;
  mkdirSync(dataDir.temporary, { recursive: true });
  await fewAtOnce(
    shared.filter(({ sha256 }) => !texts.has(sha256)),
    async (piece) => {
      const path = `${dataDir.temporary}/chain-${piece.sha256}`;
      await store.fetch(chainObject(piece), piece, path);
      texts.set(piece.sha256, readFileSync(path));
      rmSync(path);
    },
  );
  const chain = Buffer.concat(
    shared.map(({ sha256 }) => texts.get(sha256) ?? Buffer.alloc(0)),
    bytes,
  );
  if (!chain.subarray(0, own.length).equals(own)) {
    const aside = `${dataDir.chain}.own`;
    replaceFile(aside, own);
    log.warn('the chain of all machines takes the place of the one of this machine', { aside });
  }
  mkdirSync(dirname(dataDir.chain), { recursive: true });
  replaceFile(dataDir.chain, chain);
}

function readChain({ chain }: DataDirectory): Buffer {
  try {
    const bytes = readFileSync(chain);
    return bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  } catch (error) {
    if (isAbsent(error)) return Buffer.alloc(0);
    throw error;
  }
}
