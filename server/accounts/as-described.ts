import type { TSchema } from 'typebox';
import { membersOf } from '../../pipeline/base/json-text.ts';

/**
 * The text of a published object with the members that its schema names: `null` for those that
 * the program which published it did not know, and none that this one does not know, since
 * nothing says what hides them. The same text where nothing is to be done.
 */
export function asDescribed(text: string, schema: TSchema): string {
  const known = membersIn(schema);
  if (known === null || !text.startsWith('{')) return text;
  const stored = membersOf(text);
  let isSame = stored.size === known.length;
  const members = known.map(([name, member]) => {
    const value = stored.get(name);
    const described = value === undefined ? unknownOf(member) : asDescribed(value, member);
    isSame &&= described === value;
    return `${JSON.stringify(name)}:${described}`;
  });
  return isSame ? text : `{${members.join(',')}}`;
}

/** Members, as paths from `path`, that the schema of an object names and the value lacks. */
export function lackingMembers(value: unknown, schema: TSchema, path: string): string[] {
  const known = membersIn(schema);
  if (known === null || typeof value !== 'object' || value === null) return [];
  const stored = new Map(Object.entries(value));
  return known.flatMap(([name, member]) => {
    const place = `${path}.${name}`;
    return stored.has(name) ? lackingMembers(stored.get(name), member, place) : [place];
  });
}

function unknownOf(schema: TSchema): string {
  const members = membersIn(schema);
  if (members === null) return 'null';
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${unknownOf(member)}`)}}`;
}

/** The members of an object's schema; null where it is of something else. */
function membersIn(schema: TSchema & { readonly properties?: Record<string, TSchema> }) {
  return schema.properties === undefined ? null : Object.entries(schema.properties);
}
