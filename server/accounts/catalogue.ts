import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { AccountEntry } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { summary } from '../../sql/marts/summary.ts';
import { fitToSchema } from './fit-to-schema.ts';

export type Summary = Static<typeof summary>;

type Summaries = ReadonlyMap<string, Summary>;

/** Summaries for the search, by the SHA-256 of their published text. */
export interface Catalogue extends Pick<Summaries, 'get' | 'size'> {
  /** Summaries of each bucket of the version, by the hash of the bucket. */
  readonly buckets: ReadonlyMap<string, Summaries>;
}

const accountsPerTurn = 200;

/** Parses the summary of every account. Unchanged buckets are taken from an earlier catalogue. */
export async function createCatalogue(snapshot: Snapshot, earlier?: Catalogue): Promise<Catalogue> {
  const buckets = new Map<string, Summaries>();
  const all = new Map<string, Summary>();
  for (const { sha256, entries } of snapshot.buckets()) {
    const summaries =
      earlier?.buckets.get(sha256) ?? (await parseAll(snapshot, entries(), earlier));
    buckets.set(sha256, summaries);
    for (const [hash, summary] of summaries) all.set(hash, summary);
  }
  return { get: (hash) => all.get(hash), size: all.size, buckets };
}

/** Parses the summaries of accounts. Other work gets its turn in between. */
async function parseAll(
  snapshot: Snapshot,
  entries: Iterable<AccountEntry>,
  earlier: Catalogue | undefined,
): Promise<Summaries> {
  const summaries = new Map<string, Summary>();
  let turns = 0;
  for (const { id, parts } of entries) {
    const hash = parts.summary?.[3];
    if (hash === undefined) continue;
    const summary = earlier?.get(hash) ?? parse(snapshot.part(id, 'summary'));
    if (summary) summaries.set(hash, summary);
    turns += 1;
    if (turns % accountsPerTurn === 0) await setImmediate();
  }
  await setImmediate();
  return summaries;
}

function parse(bytes: Buffer | undefined): Summary | undefined {
  return bytes && JSON.parse(fitToSchema(bytes.toString(), summary));
}
