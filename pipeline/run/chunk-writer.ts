import type { Stages } from '../base/stages.ts';
import type { Database } from '../duckdb/database.ts';
import type { Workspace } from '../duckdb/workspace.ts';
import type { Parts } from '../publish/snapshot/parts.ts';
import { writeChunk } from '../publish/snapshot/write-chunk.ts';

/** Size of a chunk that was written to packs. */
export interface WrittenChunk {
  /** Trades. */
  readonly rows: number;
  readonly accounts: number;
}

/** Writes computed chunks on a connection of its own, while the next is computed. */
export class ChunkWriter {
  readonly #connection: Database;
  readonly #parts: Parts;
  readonly #temporaryDirectory: string;
  readonly #stages: Stages;
  #writing: Promise<void> = Promise.resolve();

  constructor(connection: Database, parts: Parts, temporaryDirectory: string, stages: Stages) {
    this.#connection = connection;
    this.#parts = parts;
    this.#temporaryDirectory = temporaryDirectory;
    this.#stages = stages;
  }

  /** Writes a chunk once the one before lies in packs. It closes the workspace. */
  async take(workspace: Workspace, chunk: WrittenChunk): Promise<void> {
    await this.done();
    this.#writing = this.#stages.time('write', () => this.#write(workspace, chunk));
    this.#writing.catch(() => {}); // The caller that awaits it gets the error.
  }

  /** Resolves once all chunks lie in packs. Throws if writing one failed. */
  done(): Promise<void> {
    return this.#stages.time('write', () => this.#writing);
  }

  /** Waits for a write under way, ignores its errors, and closes the connection. */
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    this.#connection.close();
  }

  async #write(workspace: Workspace, chunk: WrittenChunk): Promise<void> {
    await workspace.enter(this.#connection);
    const { packed } = await writeChunk(this.#connection, this.#parts, this.#temporaryDirectory);
    await workspace.leave(this.#connection);
    await workspace.close(this.#connection);
    await packed;
    this.#stages.advance('write', chunk);
  }
}
