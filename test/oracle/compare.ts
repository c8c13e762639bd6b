import { type Expected, sections } from './compute-world.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { mean } from './means.ts';
import { decimalText, digitsAt, isRounding, isText } from './rounding.ts';

/**
 * Lists differences between a published answer and the computed one after rounding, one line each.
 */
export function compare(expected: Expected, actual: JsonObject): string[] {
  return sections.flatMap((section) => {
    const published = actual[section];
    if (published === undefined) return [`${section}: missing`];
    const differences = compareValue(expected[section], published, [section]);
    return section === 'account' ? settleMonthlyMean(differences, actual) : differences;
  });
}

function compareValue(expected: Json, actual: Json, path: readonly string[]): string[] {
  if (isArray(expected) && isArray(actual)) {
    if (expected.length !== actual.length) {
      return [`${path.join('.')}: expected ${expected.length} entries, got ${actual.length}`];
    }
    return expected.flatMap((entry, index) =>
      compareValue(entry, actual[index] ?? null, [...path, String(index)]),
    );
  }
  if (isObject(expected) && isObject(actual)) return compareObject(expected, actual, path);
  return matches(expected, actual, path) ? [] : [line(path, expected, actual)];
}

function compareObject(expected: JsonObject, actual: JsonObject, path: readonly string[]) {
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key));
  return [
    ...extra.map((key) => `${[...path, key].join('.')}: not expected`),
    ...Object.entries(expected).flatMap(([key, entry]) =>
      Object.hasOwn(actual, key)
        ? compareValue(entry, actual[key] ?? null, [...path, key])
        : [`${[...path, key].join('.')}: missing`],
    ),
  ];
}

function matches(expected: Json, actual: Json, path: readonly string[]): boolean {
  const digits = digitsAt(path);
  if (typeof expected !== 'number' || digits === undefined) return Object.is(expected, actual);
  if (!isText(path)) return typeof actual === 'number' && isRounding(actual, expected, digits);
  if (typeof actual !== 'string' || decimalText(Number(actual), digits) !== actual) return false;
  return isRounding(Number(actual), expected, digits);
}

/** Ignores a difference in the mean of the months if a month on a rounding boundary explains it. */
function settleMonthlyMean(differences: readonly string[], actual: JsonObject): string[] {
  const field = 'account.performance.avg_monthly_return_percent';
  const { account, monthly } = actual;
  if (!isObject(account) || !isObject(account.performance) || !isObject(monthly)) {
    return [...differences];
  }
  const rows = isArray(monthly.monthly_performance) ? monthly.monthly_performance : [];
  const percents = rows
    .map((row) => (isObject(row) ? row.monthly_percent : null))
    .filter((percent) => typeof percent === 'number');
  const published = account.performance.avg_monthly_return_percent;
  const agrees =
    percents.length > 0 &&
    typeof published === 'number' &&
    isRounding(published, mean(percents), 4);
  return differences.filter((text) => !(agrees && text.startsWith(field)));
}

function line(path: readonly string[], expected: Json, actual: Json): string {
  return `${path.join('.')}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}
