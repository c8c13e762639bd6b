import type { TSchema } from 'typebox';
import {
  emptyId,
  type PagePartName,
  partNames,
  type SectionName,
} from '../../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/snapshot/reader.ts';
import * as marts from '../../sql/marts/index.ts';
import * as drawn from '../../sql/pages/index.ts';
import { lackingMembers } from '../as-described.ts';

const schemas: Readonly<Record<SectionName | PagePartName | 'summary', TSchema>> = {
  summary: marts.summary,
  equity_curve: marts.equity_curve,
  twr: marts.twr,
  monthly: marts.monthly,
  by_symbol: marts.by_symbol,
  by_magic_number: marts.by_magic_number,
  advanced: marts.advanced,
  ...drawn,
};

/**
 * Parts and members that this program publishes and the one that wrote a version did not; told by
 * the entry of accounts without data, which every run of a new program writes anew.
 */
export function lackedBy(snapshot: Snapshot): string[] {
  const entry = snapshot.entry(emptyId);
  if (entry === undefined) return [];
  const parts = partNames.filter((name) => entry.parts[name] === undefined);
  const members = Object.entries(schemas).flatMap(([name, schema]) => {
    const text = isSchema(name) ? snapshot.part(emptyId, name)?.toString() : undefined;
    return text === undefined ? [] : lackingMembers(JSON.parse(text), schema, name);
  });
  return [...parts, ...members];
}

const isSchema = (name: string): name is keyof typeof schemas => name in schemas;

/** What to do about it, in one line; null where nothing is. */
export const runDueFor = (lacks: readonly string[]): string | null =>
  lacks.length === 0
    ? null
    : `a run is due: an earlier program wrote the version in service, which lacks ${lacks.join(', ')}`;
