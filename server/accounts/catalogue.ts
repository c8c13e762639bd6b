import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { summary } from '../../sql/marts/summary.ts';
import { fitToSchema } from './fit-to-schema.ts';

export type Summary = Static<typeof summary>;

/** Summaries for the search, by the SHA-256 of their published text. */
export type Catalogue = ReadonlyMap<string, Summary>;

const accountsPerTurn = 200;

/** Parses the summary of every account. Unchanged summaries are taken from an earlier catalogue. */
export async function createCatalogue(
  snapshot: Snapshot,
  earlier: Catalogue = new Map(),
): Promise<Catalogue> {
  const catalogue = new Map<string, Summary>();
  let parsed = 0;
  for (const { id, parts } of snapshot.entries()) {
    const sha256 = parts.summary?.[3];
    if (sha256 === undefined || catalogue.has(sha256)) continue;
    const parsedSummary = earlier.get(sha256) ?? parse(snapshot.part(id, 'summary'));
    if (parsedSummary) catalogue.set(sha256, parsedSummary);
    parsed += 1;
    if (parsed % accountsPerTurn === 0) await setImmediate();
  }
  return catalogue;
}

function parse(bytes: Buffer | undefined): Summary | undefined {
  return bytes && JSON.parse(fitToSchema(bytes.toString(), summary));
}
