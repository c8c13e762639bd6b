import type { TSchema } from 'typebox';

/**
 * Returns the keys of an object's schema in order, or the name itself for a map, which is one
 * column.
 */
export function columnsOf(schema: TSchema, name: string): string[] {
  return 'properties' in schema ? Object.keys(schema.properties ?? {}) : [name];
}

/** Lists paths that a value has but its schema lacks, and the other way round. */
export function strangeKeys(schema: unknown, value: unknown, path = ''): string[] {
  if (!isObject(schema) || !isObject(value)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => strangeKeys(schema.items, item, `${path}/${at}`));
  }
  if (Array.isArray(schema.anyOf)) {
    const [some] = schema.anyOf.map((schema) => strangeKeys(schema, value, path));
    return some ?? [];
  }
  if (isObject(schema.patternProperties)) {
    const [entry] = Object.values(schema.patternProperties);
    return Object.keys(value).flatMap((key) => strangeKeys(entry, value[key], `${path}/${key}`));
  }
  const named = isObject(schema.properties) ? schema.properties : {};
  const keys = new Set([...Object.keys(named), ...Object.keys(value)]);
  return [...keys].flatMap((key) =>
    key in named && key in value
      ? strangeKeys(named[key], value[key], `${path}/${key}`)
      : [`${path}/${key}`],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
