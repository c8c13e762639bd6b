import {
  elementsOf,
  type JsonText,
  membersOf,
  type Replacement,
  replaceMembers,
} from '../../pipeline/base/json-text.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import {
  type EntryRule,
  entryRules,
  privacyRules,
  type Resource,
  type Rule,
} from '../../sql/privacy.ts';

/** Replaces everything hidden in the published text of a resource by neutral values. */
export function neutralise(resource: Resource, text: string, hidden: Hidden): string {
  const replacements = rulesFor(resource, hidden).map(
    ({ path, neutral }): Replacement => ({ path, value: neutral }),
  );
  const shown = replaceMembers(text, replacements);
  if (shown === 'null') return shown;
  const lists = listsWithHiddenEntries(resource, hidden).map(
    ({ path, rules }): Replacement => ({ path, value: withoutHidden(valueAt(shown, path), rules) }),
  );
  return replaceMembers(shown, lists);
}

interface ListRules {
  readonly path: readonly string[];
  readonly rules: readonly EntryRule[];
}

/** Lists with an entry that is hidden, each with its rules. */
function listsWithHiddenEntries(resource: Resource, hidden: Hidden): ListRules[] {
  const lists = new Map<string, ListRules>();
  for (const rule of entryRules) {
    if (rule.resource !== resource || !hidden.has(rule.flag)) continue;
    const key = rule.path.join('.');
    lists.set(key, { path: rule.path, rules: [...(lists.get(key)?.rules ?? []), rule] });
  }
  return [...lists.values()];
}

const valueAt = (text: JsonText, path: readonly string[]): JsonText =>
  path.reduce((object, name) => membersOf(object).get(name) ?? 'null', text);

/** Leaves hidden entries out of a list; what stands for them comes last, whatever was there. */
function withoutHidden(list: JsonText, rules: readonly EntryRule[]): JsonText {
  const codes = new Set(rules.map(({ code }) => JSON.stringify(code)));
  const visible = [...elementsOf(list)].filter(
    (entry) => !codes.has(membersOf(entry).get('code') ?? ''),
  );
  const added = rules.flatMap(({ instead }) => (instead ? [JSON.stringify(instead)] : []));
  return `[${[...visible, ...added].join(',')}]`;
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
