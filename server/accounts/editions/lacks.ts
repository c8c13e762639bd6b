import type { TSchema } from 'typebox';
import { emptyId, partNames } from '../../../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../../../pipeline/snapshot/reader.ts';
import * as marts from '../../../sql/marts/index.ts';
import * as drawn from '../../../sql/pages/index.ts';
import { lackingMembers } from '../as-described.ts';

const schemas = new Map<string, TSchema>(Object.entries({ ...marts, ...drawn }));

/**
 * Parts and members that this program publishes and the one that wrote a version did not; told by
 * the entry of accounts without data, which every run of a new program writes anew.
 */
export function lackedBy(snapshot: Snapshot): string[] {
  const entry = snapshot.entry(emptyId);
  if (entry === undefined) return [];
  const parts = partNames.filter((name) => entry.parts[name] === undefined);
  const members = partNames.flatMap((name) => {
    const schema = schemas.get(name);
    const text = schema && snapshot.part(emptyId, name)?.toString();
    return schema && text ? lackingMembers(JSON.parse(text), schema, name) : [];
  });
  return [...parts, ...members];
}

/** What to do about it, in one line; null where nothing is. */
export const runDueFor = (lacks: readonly string[]): string | null =>
  lacks.length === 0
    ? null
    : `a run is due: an earlier program wrote the version in service, which lacks ${lacks.join(', ')}`;
