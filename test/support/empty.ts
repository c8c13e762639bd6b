import type { TSchema } from 'typebox';

type Parts = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Parts>>;
  readonly patternProperties?: object;
};

/** A value of a schema that says nothing: lists and maps without entries, null, else 0. */
export function emptyOf({ type, properties, patternProperties }: Parts): unknown {
  if (properties) {
    const members = Object.entries(properties).map(([name, part]) => [name, emptyOf(part)]);
    return Object.fromEntries(members);
  }
  if (patternProperties) return {};
  if (type === 'array') return [];
  return type === 'integer' || type === 'number' ? 0 : null;
}
