import { type Replacement, replaceMembers } from '../../pipeline/base/json-text.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import { privacyRules, type Resource, type Rule } from '../../sql/privacy.ts';

/** Replaces everything hidden in the published text of a resource by neutral values. */
export function neutralise(resource: Resource, text: string, hidden: Hidden): string {
  const replacements = rulesFor(resource, hidden).map(
    ({ path, neutral }): Replacement => ({ path, value: neutral }),
  );
  return replaceMembers(text, replacements);
}

/** Tells whether a whole resource is hidden, so that its text need not be read. */
export function isWithheld(resource: Resource, hidden: Hidden): boolean {
  return rulesFor(resource, hidden).some(({ path }) => path.length === 0);
}

/**
 * Tells whether widgets and lists may draw a line. The line is a thinned `equity_curve` and reveals
 * most of `twr`, so either flag hides it.
 */
export const isLineShown = (hidden: Hidden): boolean =>
  !isWithheld('curve', hidden) && !isWithheld('twr', hidden);

function rulesFor(resource: Resource, hidden: Hidden): readonly Rule[] {
  return privacyRules.filter((rule) => rule.resource === resource && hidden.has(rule.flag));
}
