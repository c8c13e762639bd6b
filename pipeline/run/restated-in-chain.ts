import { listedRestatements } from '../../sql/record/restatements.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { chainLines, parseLink } from '../snapshot/chain.ts';
import { sequenceOf } from '../snapshot/versions.ts';

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

interface Section {
  readonly count: number;
  readonly last_found_at: string | null;
  readonly restatements: readonly Restated[];
}

/** The section as text with what the chain has besides, whose amounts nobody knows any more. */
export function withRestated(text: string | null, inChain: readonly Restated[]): string | null {
  if (inChain.length === 0) return text;
  const section: Section =
    text === null ? { count: 0, last_found_at: null, restatements: [] } : JSON.parse(text);
  const isThere = ({ version, kind }: Restated) =>
    section.restatements.some((one) => one.version === version && one.kind === kind);
  const oldest = section.restatements.at(-1)?.version ?? 0;
  const isLeftOut = ({ version }: Restated) =>
    section.restatements.length >= listedRestatements && version <= oldest;
  const missing = inChain
    .filter((one) => !isThere(one) && !isLeftOut(one))
    .map((one) => ({ ...one, facts: [] }));
  const restatements = [...section.restatements, ...missing].sort(
    (one, other) => other.version - one.version || (one.kind < other.kind ? -1 : 1),
  );
  const changes = missing.filter(({ kind }) => kind !== 'definition');
  return JSON.stringify({
    ...section,
    count: section.count + changes.length,
    last_found_at: restatements.find(({ kind }) => kind !== 'definition')?.found_at ?? null,
    restatements: restatements.slice(0, listedRestatements),
  });
}
