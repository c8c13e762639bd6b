/** The text as an SQL string. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The path as an SQL string that DuckDB takes for this one file, not for a pattern. */
export function filePath(path: string): string {
  return literal(path.replace(/[*?[]/g, '[$&]'));
}
