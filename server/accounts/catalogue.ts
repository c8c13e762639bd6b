import type { Static } from 'typebox';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { summary } from '../../sql/marts/summary.ts';
import { merged, readByBucket } from './by-bucket.ts';
import { fitToSchema } from './fit-to-schema.ts';

export type Summary = Static<typeof summary>;

/** Summaries for the search, by the SHA-256 of their published text. */
export interface Catalogue extends Pick<ReadonlyMap<string, Summary>, 'get' | 'size'> {
  /** Summaries of each bucket of the version, by the hash of the bucket. */
  readonly buckets: ReadonlyMap<string, Map<string, Summary>>;
}

/** Parses the summary of every account. Unchanged buckets are taken from an earlier catalogue. */
export async function createCatalogue(snapshot: Snapshot, earlier?: Catalogue): Promise<Catalogue> {
  const buckets = await readByBucket<Map<string, Summary>>(
    snapshot,
    earlier?.buckets,
    () => new Map(),
    ({ id, parts }, summaries) => {
      const hash = parts.summary?.sha256;
      if (hash === undefined) return;
      const summary = earlier?.get(hash) ?? parse(snapshot.part(id, 'summary'));
      if (summary) summaries.set(hash, summary);
    },
  );
  const all = merged(buckets.values());
  return { get: (hash) => all.get(hash), size: all.size, buckets };
}

function parse(bytes: Buffer | undefined): Summary | undefined {
  return bytes && JSON.parse(fitToSchema(bytes.toString(), summary));
}
