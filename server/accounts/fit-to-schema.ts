import type { TSchema } from 'typebox';
import { membersOf } from '../../pipeline/base/json-text.ts';

/**
 * Adapts a published object to this program's schema. A member that is in the schema, but not in
 * the object, becomes `null`. A member that the schema lacks is dropped, since no rule says who may
 * see it. Returns the text unchanged if it fits already.
 */
export function fitToSchema(text: string, schema: TSchema): string {
  const schemaMembers = membersIn(schema);
  if (schemaMembers === null || !text.startsWith('{')) return text;
  const stored = membersOf(text);
  let isSame = stored.size === schemaMembers.length;
  const members = schemaMembers.map(([name, member]) => {
    const value = stored.get(name);
    const described = value === undefined ? unknownOf(member) : fitToSchema(value, member);
    isSame &&= described === value;
    return `${JSON.stringify(name)}:${described}`;
  });
  return isSame ? text : `{${members.join(',')}}`;
}

/** Lists the members that a schema names and a value lacks, as paths that begin with `path`. */
export function lackingMembers(value: unknown, schema: TSchema, path: string): string[] {
  const schemaMembers = membersIn(schema);
  if (schemaMembers === null || typeof value !== 'object' || value === null) return [];
  const stored = new Map(Object.entries(value));
  return schemaMembers.flatMap(([name, member]) => {
    const memberPath = `${path}.${name}`;
    return stored.has(name) ? lackingMembers(stored.get(name), member, memberPath) : [memberPath];
  });
}

function unknownOf(schema: TSchema): string {
  const members = membersIn(schema);
  if (members === null) return 'null';
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${unknownOf(member)}`)}}`;
}

/** Returns the members of an object's schema; null for other schemas. */
function membersIn(schema: TSchema & { readonly properties?: Record<string, TSchema> }) {
  return schema.properties === undefined ? null : Object.entries(schema.properties);
}
