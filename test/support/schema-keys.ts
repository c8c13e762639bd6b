import type { TSchema } from 'typebox';

/** Keys of an object's schema, in order; the name itself where it is a map, which is one column. */
export function columnsOf(schema: TSchema, name: string): string[] {
  return 'properties' in schema ? Object.keys(schema.properties ?? {}) : [name];
}

/** Paths of a value that its schema does not name, or names and the value lacks. */
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
