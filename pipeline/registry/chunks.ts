const rowsPerStatement = 200;

/** Splits rows into lots small enough for one statement, in SQLite and in PostgreSQL. */
export function chunks<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  );
}
