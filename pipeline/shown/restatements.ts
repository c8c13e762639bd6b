import { factOf, isShownRestatement } from '../../sql/record/restatable.ts';
import type { Restatements, StoredRestatements } from '../../sql/record/restatements.ts';
import { hidables } from '../registry/words.ts';
import type { Hidden } from './shown.ts';

const everyFlag: Hidden = new Set(hidables);

type Days = StoredRestatements['restatements'][number]['days'];

/**
 * Returns the published restatements as text for readers from whom `hidden` is hidden. They see
 * kinds, days and counts as if nothing else had ever changed.
 */
export function restatementsFor(text: string, hidden: Hidden): Restatements {
  const { since, counts, restatements }: StoredRestatements = JSON.parse(text);
  const isTold = (name: string) => isShownRestatement(name, hidden);
  const visible = counts.filter(({ of }) => of.some(isTold));
  return {
    since,
    count: visible.reduce((sum, { count }) => sum + count, 0),
    last_found_at:
      visible
        .map(({ last_found_at }) => last_found_at)
        .sort()
        .at(-1) ?? null,
    restatements: restatements.flatMap(({ found_at, version, kind, days, ...amounts }) => {
      const seen = days.filter(({ of }) => of.some(isTold));
      return seen.length === 0
        ? []
        : [{ found_at, version, kind, ...extentOf(seen, isTold), ...amounts }];
    }),
  };
}

/**
 * Returns restatements of what monthly figures are made of: net results, flows, capital, cuts and
 * definitions. Nobody can hide these, so that nothing hidden shows in what is worked out of them.
 */
export const restatedFigures = (text: string): Restatements['restatements'] =>
  restatementsFor(text, everyFlag).restatements;

function extentOf(days: Days, isTold: (name: string) => boolean) {
  const names = days.flatMap(({ of }) => of.filter(isTold));
  const counts = days.flatMap(({ days_affected }) => days_affected ?? []);
  return {
    facts: [...new Set(names.flatMap((name) => factOf(name) ?? []))].sort(),
    first_day: days.flatMap(({ first_day }) => first_day ?? []).sort()[0] ?? null,
    days_affected: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count),
  };
}
