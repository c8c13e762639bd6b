import { statSync } from 'node:fs';
import type { Database } from '../duckdb/database.ts';

/** State of a file in its file system. It changes whenever the content is written. */
interface FileState {
  readonly isFile: boolean;
  /** Milliseconds. */
  readonly writtenAt: number;
  readonly words: string;
  /** Times of the last write of content and inode, in nanoseconds. Nobody can set the latter. */
  readonly times: readonly bigint[];
}

export function stateOf(path: string): FileState {
  const stats = statSync(path, { bigint: true });
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return {
    isFile: stats.isFile(),
    writtenAt: Number(mtimeNs) / 1e6,
    words: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
    times: [mtimeNs, ctimeNs],
  };
}

interface KnownFile {
  readonly path: string;
  readonly state: string;
  readonly sha256: string;
}

/** No file system that is used tells times apart more coarsely: FAT's are two seconds. */
const coarsestTime = 2000;

/**
 * Fingerprints taken before, of files that nobody wrote since. A file is noted once it was left
 * alone for a while: written twice within one tick of the file system it would look untouched.
 */
export class KnownFiles {
  readonly #known: Map<string, KnownFile>;
  readonly #noted = new Map<string, KnownFile>();
  readonly #now: () => number;

  constructor(known: readonly KnownFile[] = [], now: () => number = Date.now) {
    this.#known = new Map(known.map((file) => [file.path, file]));
    this.#now = now;
  }

  /** The fingerprint of a file as it is; undefined where its content has to be read. */
  find(path: string, { words }: FileState): string | undefined {
    const known = this.#known.get(path);
    return known?.state === words ? known.sha256 : undefined;
  }

  /** Notes the fingerprint of a file whose state is from before its content was read. */
  note(path: string, { words, times }: FileState, sha256: string): void {
    const changesNoMoreFrom = BigInt(Math.floor(this.#now() - coarsestTime)) * 1_000_000n;
    if (times.every((time) => time < changesNoMoreFrom))
      this.#noted.set(path, { path, state: words, sha256 });
  }

  /** Remembers what was noted, in the caller's transaction. */
  async store(database: Database): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = JSON.stringify([...this.#noted.values()]);
    await database.run(
      'delete from known_files where path in (select unnest(from_json($noted::json, $shape)).path)',
      { noted, shape },
    );
    await database.run(
      `insert into known_files by name
        select unnest(from_json($noted::json, $shape), recursive := true)`,
      { noted, shape },
    );
  }
}

const shape = JSON.stringify([{ path: 'VARCHAR', state: 'VARCHAR', sha256: 'VARCHAR' }]);

/** Reads the states that earlier loads noted. */
export async function readKnownFiles(database: Database): Promise<KnownFiles> {
  const rows = await database.rows('select path, state, sha256 from known_files');
  return new KnownFiles(
    rows.map(({ path, state, sha256 }) => ({
      path: String(path),
      state: String(state),
      sha256: String(sha256),
    })),
  );
}
