/** Returns a field of each row. */
export function fieldOf<Row, Field extends keyof Row>(
  rows: readonly Row[],
  field: Field,
): Row[Field][];
export function fieldOf<Row, Field extends keyof Row>(
  rows: readonly Row[] | undefined,
  field: Field,
): Row[Field][] | undefined;
export function fieldOf<Row, Field extends keyof Row>(
  rows: readonly Row[] | undefined,
  field: Field,
): Row[Field][] | undefined {
  return rows?.map((row) => row[field]);
}

/** Returns some fields of each row, as a list. */
export function fieldsOf<Row, Field extends keyof Row>(
  rows: readonly Row[],
  ...fields: readonly Field[]
): Row[Field][][];
export function fieldsOf<Row, Field extends keyof Row>(
  rows: readonly Row[] | undefined,
  ...fields: readonly Field[]
): Row[Field][][] | undefined;
export function fieldsOf<Row, Field extends keyof Row>(
  rows: readonly Row[] | undefined,
  ...fields: readonly Field[]
): Row[Field][][] | undefined {
  return rows?.map((row) => fields.map((field) => row[field]));
}
