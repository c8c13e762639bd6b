import Database from 'libsql';

/** Opens a SQLite file for changes that no interface makes. */
export function withHandle<Result>(
  path: string,
  work: (handle: Database.Database) => Result,
): Result {
  const handle = new Database(path, { timeout: 5000 });
  try {
    return work(handle);
  } finally {
    handle.close();
  }
}
