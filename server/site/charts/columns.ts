// Also runs in the browser: do not import Node modules.

type Values = readonly (number | null)[];

/**
 * Column of numbers in few bytes. First comes the number of decimal places, then each value as a
 * difference to its guess, in units of the last place. The guess is the value before, unless a
 * column has a better one. So 1.5, 1.6, 1.4 become 1, 15, 1, −2.
 */
export type PackedColumn = readonly (number | null)[];

/**
 * Guesses the value of a row from the value before, which is 0 at first. It may read only what the
 * reader of the column knows too.
 */
export type Guess = (row: number, before: number) => number;

const asBefore: Guess = (_row, before) => before;

const maxPlaces = 8;

/** Packs values exactly, or rounded to `most` decimal places if they have more. */
export function packColumn(values: Values, most = maxPlaces, guess = asBefore): PackedColumn {
  const places = placesOf(values, most);
  const unit = 10 ** places;
  let before = 0;
  const steps = values.map((value, row) => {
    if (value === null) return null;
    const units = Math.round(value * unit);
    const step = units - Math.round(guess(row, before) * unit);
    before = units / unit;
    return step;
  });
  return [places, ...steps];
}

/** Returns the values of a column that was packed with the same guess. */
export function unpackColumn(
  [places, ...steps]: PackedColumn,
  guess = asBefore,
): (number | null)[] {
  const unit = 10 ** (places ?? 0);
  let before = 0;
  return steps.map((step, row) => {
    if (step === null) return null;
    before = (Math.round(guess(row, before) * unit) + step) / unit;
    return before;
  });
}

/** Returns the decimal places that the values need, at most `most`. */
function placesOf(values: Values, most: number): number {
  for (let places = 0; places < most; places += 1) {
    const unit = 10 ** places;
    const isExact = values.every(
      (value) => value === null || Math.round(value * unit) / unit === value,
    );
    if (isExact) return places;
  }
  return most;
}
