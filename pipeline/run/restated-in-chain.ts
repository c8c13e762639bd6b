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
  readonly restatements: readonly Restated[];
}

/** The section as text with what the chain has besides, whose amounts nobody knows any more. */
export function withRestated(text: string | null, inChain: readonly Restated[]): string | null {
  if (inChain.length === 0) return text;
  const section: Section = text === null ? { restatements: [] } : JSON.parse(text);
  const isThere = ({ version, kind }: Restated) =>
    section.restatements.some((one) => one.version === version && one.kind === kind);
  const missing = inChain.filter((one) => !isThere(one)).map((one) => ({ ...one, facts: [] }));
  const restatements = [...section.restatements, ...missing].sort(
    (one, other) => other.version - one.version || (one.kind < other.kind ? -1 : 1),
  );
  return JSON.stringify({ ...section, restatements });
}
