import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { isAbsent, replaceFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import { eachFewAtOnce } from '../store/few-at-once.ts';
import type { PublishedPointer } from '../store/pointer.ts';
import type { Content, Store } from '../store/store.ts';
import { nextLine } from './publish.ts';

import { sha256Of } from './versions.ts';

/** State in the pointer's row of accounts, which the next publisher continues from. */
interface PublishedState {
  /** The chain, in pieces of which only the last one is ever written anew. */
  readonly chain: readonly Content[];
  /** SHA-256 of its newest line. */
  readonly end: string | null;
}

/** A piece of the chain, as it is put. */
interface ChainPiece extends Content {
  readonly text: Buffer;
}

/** Returns the object name of a piece of the chain. */
export const chainObject = ({ sha256 }: Content): string => `chain/${sha256}.ndjson`;

/** Returns the chain that a row has. Empty if no program has stored one there. */
export const chainOf = ({ state }: Pick<PublishedPointer, 'state'>): readonly Content[] =>
  (state as PublishedState | null)?.chain ?? [];

/** SHA-256 of the newest line of the chain that a row keeps; null where it keeps none. */
export const chainEndOf = ({ state }: Pick<PublishedPointer, 'state'>): string | null =>
  (state as PublishedState | null)?.end ?? null;

/** Longer ones begin another. */
const pieceBytes = 1 << 20;

/** Cuts whole lines so that the pieces of a chain stay the same when lines are added. */
export function splitChain(chain: Buffer, length = pieceBytes): ChainPiece[] {
  const pieces: ChainPiece[] = [];
  const whole = chain.lastIndexOf(10) + 1;
  for (let from = 0; from < whole; ) {
    const end = chain.indexOf(10, Math.min(from + length, whole) - 1) + 1;
    const text = chain.subarray(from, end);
    pieces.push({ sha256: sha256Of(text), bytes: text.length, text });
    from = end;
  }
  return pieces;
}

/** Pieces of the chain of a data directory, with the line that the version adds. */
export function piecesWith(dataDir: DataDirectory, version: string): ChainPiece[] {
  const line = nextLine(dataDir, version);
  return splitChain(
    Buffer.concat([readChain(dataDir), Buffer.from(line === null ? '' : `${line}\n`)]),
  );
}

/** Puts the pieces of a chain that were not `known` before. */
export async function putChain(
  store: Store,
  pieces: readonly ChainPiece[],
  known: readonly Content[] = [],
): Promise<PublishedState> {
  const there = new Set(known.map(({ sha256 }) => sha256));
  const added = pieces.filter(({ sha256 }) => !there.has(sha256));
  await eachFewAtOnce(added, (piece) => store.put(chainObject(piece), piece, piece.text));
  const lines = pieces.at(-1)?.text.toString().split('\n') ?? [];
  const newest = lines.at(-2);
  return {
    chain: pieces.map(({ sha256, bytes }) => ({ sha256, bytes })),
    end: newest === undefined ? null : sha256Of(newest),
  };
}

/**
 * Replaces the chain of a data directory by the shared one, unless it already begins with it. A
 * chain that differs is saved with the ending `.own`.
 */
export async function fetchChain(
  store: Store,
  dataDir: DataDirectory,
  shared: readonly Content[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const local = readChain(dataDir);
  const bytes = shared.reduce((sum, piece) => sum + piece.bytes, 0);
  let at = 0;
  const texts = new Map<string, Buffer>();
  for (const { sha256, bytes: length } of shared) {
    const text = local.subarray(at, at + length);
    if (sha256Of(text) === sha256) texts.set(sha256, text);
    at += length;
  }
  if (shared.every(({ sha256 }) => texts.has(sha256))) return;
  mkdirSync(dataDir.temporary, { recursive: true });
  await eachFewAtOnce(
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
  if (!chain.subarray(0, local.length).equals(local)) {
    const saved = `${dataDir.chain}.own`;
    replaceFile(saved, local);
    log.warn('the chain that all machines share replaces the one of this machine', { saved });
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
