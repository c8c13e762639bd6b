import { isObject, type JsonObject } from './json.ts';

/** Collects schemas by title, so that each stands in the document once. */
export interface Components {
  /** Returns the schema with every titled part replaced by a reference. */
  refer(schema: unknown): unknown;
  /** Returns the collected schemas by title. */
  readonly schemas: () => JsonObject;
}

export function createComponents(): Components {
  const components = new Map<string, { source: unknown; schema: unknown }>();

  const refer = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(refer);
    if (!isObject(schema)) return schema;
    const { title } = schema;
    if (typeof title !== 'string') return writeSchema(schema);
    const entry = components.get(title);
    if (entry && entry.source !== schema) throw new Error(`two schemas are called ${title}`);
    if (!entry) {
      components.set(title, { source: schema, schema: null });
      components.set(title, { source: schema, schema: writeSchema(schema) });
    }
    return { $ref: `#/components/schemas/${title}` };
  };

  const writeSchema = (schema: JsonObject): JsonObject => {
    const members = Object.entries(schema).map(([name, value]) => [name, refer(value)]);
    return withPlainKeys(withPlainNull(Object.fromEntries(members)));
  };

  const schemas = (): JsonObject => {
    const entries = [...components].map(([name, { schema }]): [string, unknown] => [name, schema]);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return { refer, schemas };
}

/**
 * Writes an object with any keys as `additionalProperties`. Code generators don't understand
 * `patternProperties` and give such values the type `unknown`.
 */
function withPlainKeys(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  if (!isObject(patternProperties)) return schema;
  const [pattern, ...rejected] = Object.keys(patternProperties);
  if (pattern !== '^.*$' || rejected.length > 0) return schema;
  return { ...rest, additionalProperties: patternProperties[pattern] };
}

/**
 * Writes a scalar that may be null as a list of types, such as `["number", "null"]`. Readers and
 * code generators understand that better than `anyOf`.
 */
function withPlainNull(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nullType] = anyOf;
  const isNullable = isObject(nullType) && nullType.type === 'null';
  if (!isNullable || !isObject(value) || typeof value.type !== 'string') return schema;
  if (value.type === 'object' || value.type === 'array' || value.enum !== undefined) return schema;
  return { ...value, ...rest, type: [value.type, 'null'] };
}
