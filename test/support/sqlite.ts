import Database from 'libsql';

/** Lends a handle on a SQLite file, for what no interface does. */
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
