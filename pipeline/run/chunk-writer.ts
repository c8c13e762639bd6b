import type { Stages } from '../base/stages.ts';
import type { Database } from '../duckdb/database.ts';
import type { Workspace } from '../duckdb/workspace.ts';
import type { Parts } from '../publish/snapshot/parts.ts';
import { writeChunk } from '../publish/snapshot/write-chunk.ts';

/** Called once a chunk lies in packs. */
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

  /** Takes a chunk over once the one before lies in packs, and its workspace, which it closes. */
  async take(workspace: Workspace, chunk: WrittenChunk): Promise<void> {
    await this.done();
    this.#writing = this.#stages.time('write', () => this.#write(workspace, chunk));
    this.#writing.catch(() => {}); // The caller that awaits it gets the error.
  }

  /** Resolves once everything that was taken over lies in packs; throws where it does not. */
  done(): Promise<void> {
    return this.#stages.time('write', () => this.#writing);
  }

  /** Ends what is under way, whether it succeeds or not. */
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
