import type { TSchema } from 'typebox';

type Parts = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Parts>>;
  readonly patternProperties?: object;
};

/** Makes an empty value of a schema: lists and maps without entries, null, otherwise 0. */
export function emptyOf({ type, properties, patternProperties }: Parts): unknown {
  if (properties) {
    const members = Object.entries(properties).map(([name, part]) => [name, emptyOf(part)]);
    return Object.fromEntries(members);
  }
  if (patternProperties) return {};
  if (type === 'array') return [];
  return type === 'integer' || type === 'number' ? 0 : null;
}
