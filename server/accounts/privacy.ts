import { type Replacement, replaceMembers } from '../../pipeline/base/json-text.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import { privacyRules, type Resource, type Rule } from '../../sql/privacy.ts';

/** The published text of a resource with everything in it neutralised that is hidden. */
export function neutralise(resource: Resource, text: string, hidden: Hidden): string {
  const replacements = rulesFor(resource, hidden).map(
    ({ path, neutral }): Replacement => ({ path, value: neutral }),
  );
  return replaceMembers(text, replacements);
}

/** Whether nothing of a resource is shown, so that its text need not be read. */
export function isWithheld(resource: Resource, hidden: Hidden): boolean {
  return rulesFor(resource, hidden).some(({ path }) => path.length === 0);
}

/**
 * Whether widgets and lists draw a line: it is a thinned `equity_curve` and tells most of `twr`,
 * so that either flag takes it away.
 */
export const isLineShown = (hidden: Hidden): boolean =>
  !isWithheld('curve', hidden) && !isWithheld('twr', hidden);

function rulesFor(resource: Resource, hidden: Hidden): readonly Rule[] {
  return privacyRules.filter((rule) => rule.resource === resource && hidden.has(rule.flag));
}
