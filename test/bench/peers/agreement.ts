import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { isArray, isObject, type Json } from '../../oracle/json.ts';
import { digitsAt } from '../../oracle/rounding.ts';

/** Parts of a version that a file of the peer has too, each with the figures that both compute. */
const parts = [
  'summary',
  'equity_curve',
  'twr',
  'monthly',
  'by_symbol',
  'by_magic_number',
  'advanced',
] as const;

export interface AgreementOptions {
  dataDir: DataDirectory;
  /** Folder with the peer's files. */
  out: string;
  ids: readonly string[];
}

/**
 * Lists differences between a peer's figures of some accounts and the published ones, one line
 * each.
 */
export async function differencesOf(options: AgreementOptions): Promise<string[]> {
  const { out, ids } = options;
  const dataDir = options.dataDir;
  const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? '');
  try {
    return ids.flatMap((id) => {
      const theirs = JSON.parse(readFileSync(join(out, peerFile(id)), 'utf8'));
      return parts.flatMap((part) => {
        const ours = JSON.parse(String(snapshot.part(id, part)));
        return differences(theirs[part], ours, [part]).map((line) => `${id} ${line}`);
      });
    });
  } finally {
    snapshot.close();
  }
}

/** Returns the name of the peer's file of an account. */
export const peerFile = (id: string): string => `${id.replaceAll(':', '-')}.json`;

/** Lists published figures that differ from a peer's, among those that the peer computes. */
export function differences(
  theirs: Json | undefined,
  ours: Json,
  path: readonly string[],
): string[] {
  if (isArray(theirs) && isArray(ours) && theirs.length === ours.length) {
    return theirs.flatMap((entry, at) => differences(entry, ours[at] ?? null, [...path, `${at}`]));
  }
  if (isObject(theirs) && isObject(ours)) {
    return Object.entries(theirs).flatMap(([key, entry]) =>
      differences(entry, ours[key] ?? null, [...path, key]),
    );
  }
  if (theirs !== undefined && isSame(theirs, ours, path)) return [];
  return [`${path.join('.')}: theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`];
}

/**
 * Returns true if two numbers differ by at most one unit of the last digit. Each side may round a
 * half in its own way.
 */
function isSame(theirs: Json, ours: Json, path: readonly string[]): boolean {
  if (isPipsText(path) || (typeof theirs === 'number' && typeof ours === 'number')) {
    const unit = 10 ** -(digitsAt(path) ?? 2);
    const isRounded = digitsAt(path) !== undefined;
    const apart = Math.abs(Number(theirs) - Number(ours));
    return apart <= (isRounded ? 1.01 : 0.01) * unit;
  }
  return theirs === ours;
}

const isPipsText = (path: readonly string[]): boolean =>
  path[0]?.startsWith('by_') === true && path.at(-1) === 'pips';
