import { isObject, type JsonObject } from '../../openapi/json.ts';

/** Returns the name of the schema that a reference points to; null if it is not a reference. */
export const referredIn = (schema: unknown): string | null => {
  const reference = isObject(schema) ? schema.$ref : undefined;
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
};

/** Field of a schema with its path: `[]` stands for an entry of a list, `*` for any key. */
export interface SchemaField {
  readonly path: string;
  readonly type: string;
  readonly description: string;
  /** Name of the schema that the field refers to. */
  readonly refers: string | null;
}

/** Lists all fields of a schema, including nested ones, in the order of the schema. */
export function fieldsOf(schema: unknown, path = ''): SchemaField[] {
  if (!isObject(schema)) return [];
  const { properties, items, patternProperties, anyOf } = schema;
  const within = (name: string) => (path === '' ? name : `${path}.${name}`);
  const members = isObject(properties) ? Object.entries(properties) : [];
  const keyed = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const fieldWithMembers = (at: string, part: unknown): SchemaField[] => [
    {
      path: at,
      type: typeOf(part),
      description: descriptionOf(part),
      refers: referredIn(part) ?? referredIn(isObject(part) ? part.items : null),
    },
    ...fieldsOf(part, at),
  ];
  return [
    ...members.flatMap(([name, part]) => fieldWithMembers(within(name), part)),
    ...keyed.flatMap((part) => fieldWithMembers(within('*'), part)),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((part) => fieldsOf(part, path)) : []),
    ...(isObject(items) ? fieldsOf(items, `${path}[]`) : []),
  ];
}

/** Returns the type of a value as text. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  const { type, anyOf, items } = schema;
  const reference = referredIn(schema);
  if (reference !== null) return reference;
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${typeOf(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any';
}

/** Describes the allowed values of a parameter, as far as its schema says. */
export function allowedIn(schema: JsonObject): string {
  const { items, minimum, maximum, format, default: usual } = schema;
  const words = isObject(items) ? items.enum : schema.enum;
  const bounds = [minimum, maximum].every((bound) => typeof bound === 'number');
  const parts = [
    Array.isArray(words) ? words.map((word) => `\`${word}\``).join(', ') : typeOf(schema),
    ...(bounds ? [`${minimum} to ${maximum}`] : []),
    ...(typeof format === 'string' ? [format] : []),
    ...(usual === undefined ? [] : [`default \`${usual}\``]),
  ];
  return parts.join('; ');
}

function descriptionOf(schema: unknown): string {
  const description = isObject(schema) ? schema.description : undefined;
  return typeof description === 'string' ? description : '';
}
