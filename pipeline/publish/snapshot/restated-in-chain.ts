import { unknownRestated } from '../../../sql/record/restatable.ts';
import { listedRestatements, type StoredRestatements } from '../../../sql/record/restatements.ts';
import type { DataDirectory } from '../../base/data-directory.ts';
import { chainLines, parseLink, type ChainedRestatement as Restated } from './chain.ts';
import { sequenceOf } from './versions.ts';

/** Returns the restatements that the chain has of each account or portfolio, newest first, by its
 * `chainId`. */
export function restatedInChain(dataDir: DataDirectory): Map<string, Restated[]> {
  // An account that came back from another partition brings what this one found before.
  const found = new Map<string, Map<string, Restated>>();
  const add = (id: string, restated: readonly Restated[]): void => {
    const known = found.get(id) ?? new Map<string, Restated>();
    for (const each of restated) {
      const key = `${each.version} ${each.kind}`;
      if (!known.has(key)) known.set(key, each);
    }
    found.set(id, known);
  };
  for (const line of chainLines(dataDir).toReversed()) {
    const link = parseLink(line);
    for (const [id, kinds] of Object.entries(link?.restated ?? {})) {
      const restated = kinds.map((kind) => ({
        found_at: (link?.as_of ?? '').replace('.000Z', 'Z'),
        version: sequenceOf(link?.version ?? ''),
        kind,
      }));
      add(id, restated);
    }
    for (const [id, restated] of Object.entries(link?.earlier ?? {})) add(id, restated);
  }
  return new Map([...found].map(([id, restated]) => [id, [...restated.values()]]));
}

interface Stored {
  readonly counts: StoredRestatements['counts'];
  readonly restatements: readonly Restated[];
}

/**
 * Adds restatements of the chain to the JSON text of the section. Their days and amounts are
 * unknown. Returns `text` if the chain has none.
 */
export function withRestated(text: string | null, inChain: readonly Restated[]): string | null {
  if (inChain.length === 0) return text;
  const stored: Stored = text === null ? { counts: [], restatements: [] } : JSON.parse(text);
  const isThere = ({ version, kind }: Restated) =>
    stored.restatements.some(
      (restatement) => restatement.version === version && restatement.kind === kind,
    );
  const oldest = stored.restatements.at(-1)?.version ?? 0;
  const isLeftOut = ({ version }: Restated) =>
    stored.restatements.length >= listedRestatements && version <= oldest;
  const missing = inChain
    .filter((restatement) => !isThere(restatement) && !isLeftOut(restatement))
    .map((restatement) => ({
      ...restatement,
      days: [{ of: readersOf(restatement), first_day: null, days_affected: null }],
    }));
  const restatements = [...stored.restatements, ...missing].sort(
    (first, second) => second.version - first.version || (first.kind < second.kind ? -1 : 1),
  );
  const counts = missing
    .filter(({ kind }) => kind !== 'definition')
    .map((restatement) => ({
      of: readersOf(restatement),
      count: 1,
      last_found_at: restatement.found_at,
    }));
  return JSON.stringify({
    ...stored,
    counts: [...stored.counts, ...counts],
    restatements: restatements.slice(0, listedRestatements),
  });
}

/**
 * Returns the readers of a restatement. All readers of an account may know of a cut or a new
 * definition. The chain does not have the sections of other kinds.
 */
const readersOf = ({ kind }: Restated): string[] => [
  kind === 'cut' || kind === 'definition' ? 'record' : unknownRestated,
];
