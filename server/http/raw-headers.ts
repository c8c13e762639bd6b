/** Every value of a header, given in small letters, as it was sent: Node joins or drops repeated ones. */
export function valuesOf(wanted: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    const value = rawHeaders[at + 1];
    // The length first: to write every name in small letters is most of the time.
    if (name?.length === wanted.length && name.toLowerCase() === wanted && value !== undefined) {
      values.push(value);
    }
  }
  return values;
}
