const shades = 4;

type Heat = (value: number | null) => string;

/** Returns a function that shades a value relative to the strongest of a table. */
export function heatOf(values: readonly (number | null)[]): Heat {
  const strongest = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  return (value) =>
    value === null ? '' : heatClass(value, Math.ceil((Math.abs(value) / strongest) * shades));
}

/** Returns of a month, in percent, from which the next shade is used. */
const monthSteps = [1, 3, 8];

/** Shades the return of a month, in the same way on every account. */
export const heatOfMonth: Heat = (value) =>
  value === null
    ? ''
    : heatClass(value, 1 + monthSteps.filter((step) => Math.abs(value) >= step).length);

const heatClass = (value: number, shade: number): string =>
  value === 0 ? '' : ` ${value < 0 ? 'down' : 'up'}-${shade}`;
