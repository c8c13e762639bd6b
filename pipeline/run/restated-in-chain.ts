import { unknownRestated } from '../../sql/record/restatable.ts';
import { listedRestatements, type StoredRestatements } from '../../sql/record/restatements.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { chainLines, parseLink } from '../publish/snapshot/chain.ts';
import { sequenceOf } from '../publish/snapshot/versions.ts';

/** What the chain says was restated, without amounts. */
interface Restated {
  readonly found_at: string;
  readonly version: number;
  readonly kind: string;
}

/** What the chain says was restated of each account or portfolio, newest first. */
export function restatedInChain(dataDir: DataDirectory): Map<string, Restated[]> {
  const found = new Map<string, Restated[]>();
  for (const line of chainLines(dataDir).toReversed()) {
    const link = parseLink(line);
    for (const [id, kinds] of Object.entries(link?.restated ?? {})) {
      const own = kinds.map((kind) => ({
        found_at: (link?.as_of ?? '').replace('.000Z', 'Z'),
        version: sequenceOf(link?.version ?? ''),
        kind,
      }));
      found.set(id, [...(found.get(id) ?? []), ...own]);
    }
  }
  return found;
}

interface Stored {
  readonly counts: StoredRestatements['counts'];
  readonly restatements: readonly Restated[];
}

/** The section as text with what the chain has besides, whose days and amounts nobody knows any more. */
export function withRestated(text: string | null, inChain: readonly Restated[]): string | null {
  if (inChain.length === 0) return text;
  const stored: Stored = text === null ? { counts: [], restatements: [] } : JSON.parse(text);
  const isThere = ({ version, kind }: Restated) =>
    stored.restatements.some((one) => one.version === version && one.kind === kind);
  const oldest = stored.restatements.at(-1)?.version ?? 0;
  const isLeftOut = ({ version }: Restated) =>
    stored.restatements.length >= listedRestatements && version <= oldest;
  const missing = inChain
    .filter((one) => !isThere(one) && !isLeftOut(one))
    .map((one) => ({
      ...one,
      days: [{ of: thingsOf(one), first_day: null, days_affected: null }],
    }));
  const restatements = [...stored.restatements, ...missing].sort(
    (one, other) => other.version - one.version || (one.kind < other.kind ? -1 : 1),
  );
  const counts = missing
    .filter(({ kind }) => kind !== 'definition')
    .map((one) => ({ of: thingsOf(one), count: 1, last_found_at: one.found_at }));
  return JSON.stringify({
    ...stored,
    counts: [...stored.counts, ...counts],
    restatements: restatements.slice(0, listedRestatements),
  });
}

/** Whoever sees the account sees that it was cut or defined otherwise; of what facts the rest was is lost. */
const thingsOf = ({ kind }: Restated): string[] => [
  kind === 'cut' || kind === 'definition' ? 'record' : unknownRestated,
];
