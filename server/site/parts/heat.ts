const shades = 4;

/** Returns a function that shades a value relative to the strongest of a table. */
export function heatOf(values: readonly (number | null)[]): (value: number | null) => string {
  const strongest = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  return (value) => {
    if (value === null || value === 0) return '';
    const shade = Math.ceil((Math.abs(value) / strongest) * shades);
    return ` ${value < 0 ? 'down' : 'up'}-${shade}`;
  };
}
