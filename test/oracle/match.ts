import { isArray, isObject } from './json.ts';

/** Lists differences at the keys that `expected` names. Arrays must have the same length. */
export function matchPartially(expected: unknown, actual: unknown, path: string): string[] {
  if (isArray(expected)) {
    if (!isArray(actual)) return [difference(path, expected, actual)];
    if (expected.length !== actual.length) {
      return [`${path}: expected ${expected.length} entries, got ${actual.length}`];
    }
    return expected.flatMap((entry, index) =>
      matchPartially(entry, actual[index], `${path}[${index}]`),
    );
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [difference(path, expected, actual)];
    return Object.entries(expected).flatMap(([key, entry]) =>
      Object.hasOwn(actual, key)
        ? matchPartially(entry, actual[key], `${path}.${key}`)
        : [`${path}.${key}: missing`],
    );
  }
  return Object.is(expected, actual) ? [] : [difference(path, expected, actual)];
}

function difference(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}
