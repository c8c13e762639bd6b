import { sections as schemas, sectionNames } from '../../sql/marts/index.ts';
import type { Sections } from '../accounts/account-object.ts';
import { faultyQuery } from '../http/parameters.ts';

/**
 * Returns members of sections by their full names, such as `advanced.win_rate`; null without names.
 * Throws a 400, with the names that exist, if a name is no member of an included section.
 */
export function fullFieldNames(
  names: readonly string[] | null,
  sections: Sections,
): ReadonlySet<string> | null {
  if (names === null || names.length === 0) return null;
  const members = sectionNames
    .filter((section) => sections.has(section))
    .flatMap((section) => membersIn(schemas[section]).map((member) => `${section}.${member}`));
  const isNamedBy = (full: string, name: string) => full === name || full.endsWith(`.${name}`);
  const unknown = names.find((name) => !members.some((full) => isNamedBy(full, name)));
  if (unknown === undefined) {
    return new Set(members.filter((full) => names.some((name) => isNamedBy(full, name))));
  }
  const detail =
    members.length === 0
      ? 'fields has no effect unless include names a section with members of fixed names.'
      : 'fields must name members of the included sections.';
  throw faultyQuery({
    parameter: 'fields',
    detail,
    allowed: members.length > 0 ? members : undefined,
  });
}

/** Names that all accounts have in a section. A section by instrument has none. */
const membersIn = (schema: object): string[] =>
  'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
