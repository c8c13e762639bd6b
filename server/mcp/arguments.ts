import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments of a tool call as the query of the same request over HTTP: an array is a repeated
 * parameter, and what is null is not given. What has no text is left for the parameter's rule to
 * refuse.
 */
export function queryOf(values: Arguments): Query {
  const pairs = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf) : textOf(value)]),
  );
}

/** A number as its text; anything else is itself. */
export function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const words = new Intl.ListFormat('en-GB');

/** The refusal of whatever a tool does not know, which says what it does; null where all is known. */
export function refusalOf(
  values: Arguments,
  tool: string,
  known: readonly string[],
): ApiError | null {
  if (Object.keys(values).every((name) => known.includes(name))) return null;
  const detail = `${tool} takes ${words.format(known)}, and no other argument.`;
  return new ApiError('invalid_parameter', { detail, allowed: known });
}
