// Also runs in the browser: do not import Node modules.

type Values = readonly (number | null)[];

/**
 * Column of numbers in few bytes. First comes the number of decimal places, then each value as a
 * difference to the one before, in units of the last place. So 1.5, 1.6, 1.4 become 1, 15, 1, −2.
 */
export type PackedColumn = readonly (number | null)[];

const maxPlaces = 8;

/** Packs values exactly, or rounded to `most` decimal places if they have more. */
export function packColumn(values: Values, most = maxPlaces): PackedColumn {
  const places = placesOf(values, most);
  let before = 0;
  const steps = values.map((value) => {
    if (value === null) return null;
    const units = Math.round(value * 10 ** places);
    const step = units - before;
    before = units;
    return step;
  });
  return [places, ...steps];
}

export function unpackColumn([places, ...steps]: PackedColumn): (number | null)[] {
  const unit = 10 ** (places ?? 0);
  let units = 0;
  return steps.map((step) => {
    if (step === null) return null;
    units += step;
    return units / unit;
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
