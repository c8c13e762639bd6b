import type { Query } from '../parameters.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments of a tool call as the query of the same request over HTTP: those in `lists` may be
 * arrays, and what is null is not given. What has no text is left for the parameter's rule to refuse.
 */
export function queryOf(given: Arguments, lists: ReadonlySet<string>): Query {
  const pairs = Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return [];
    return [[name, lists.has(name) ? joined(value) : textOf(value)] as const];
  });
  return Object.fromEntries(pairs);
}

/** A number as its text; anything else is itself. */
export function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return textOf(value);
  const items = value.map(textOf);
  return items.every((item) => typeof item === 'string') ? items.join(',') : value;
}
