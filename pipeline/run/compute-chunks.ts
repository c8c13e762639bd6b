import { createFairQueue } from '../base/fair-queue.ts';
import { inOrder } from '../base/in-order.ts';
import { type Offence, runChecks } from '../duckdb/checks.ts';
import { type Database, isOutOfMemory, valueFault } from '../duckdb/database.ts';
import { computeRelations } from '../duckdb/relations.ts';
import { openWorkspace, type Workspace } from '../duckdb/workspace.ts';
import { writeChunk } from '../publish/snapshot/write-chunk.ts';
import { accountsIn, type Chunk, enterChunk, halve } from './chunks.ts';
import {
  type ChunkWork,
  isOvertaken,
  neededAfter,
  type StoredChunk,
  storeChunk,
} from './store-chunk.ts';
import { withhold } from './withheld.ts';

/** Chunk with its workspace. */
interface OpenChunk {
  readonly chunk: Chunk;
  readonly accounts: number;
  readonly workspace: Workspace;
}

/** Chunk whose relations were computed. */
interface ComputedChunk extends OpenChunk {
  /** Subjects that failed a check, or the fault of a value as text. */
  readonly found: readonly Offence[] | string | typeof outOfMemory;
}

/** Chunk that is stored and not written yet. */
interface SettledChunk {
  readonly workspace: Workspace;
  readonly size: StoredChunk;
}

/** Chunks to compute instead of one. */
interface Again {
  readonly again: readonly Chunk[];
}

const outOfMemory = Symbol('too little memory next to another chunk');

/**
 * Computes, checks and writes chunks, and returns the number of subjects. Subjects that fail a
 * check are withheld. If a chunk cannot be computed it is halved, until the subject at fault is
 * alone. So many chunks are computed and written at once, each on a connection of its own. They are
 * stored in their order, so that the result is the same as of one by one.
 */
export async function computeChunks(
  work: ChunkWork,
  chunks: readonly Chunk[],
  atOnce: number,
): Promise<number> {
  const { database, stages } = work;
  stages.expect(await accountsIn(database, 'dirty_subjects'));
  const stop = new AbortController();
  const connections: Database[] = [];
  const computing = new Computing(work, chunks.length);
  try {
    for (let no = 0; no < atOnce; no += 1) connections.push(await database.connect(stop.signal));
    await inOrder(chunks, connections, {
      begin: (chunk, connection) => computing.begin(chunk, connection),
      settle: (computed, connection) => computing.settle(computed, connection),
      finish: (stored, connection) => computing.write(stored, connection),
      stop: (error) => stop.abort(error),
    });
  } finally {
    for (const connection of connections) connection.close();
  }
  await withhold(database, []);
  return computing.accounts;
}

/** Chunks of a run while they are computed. */
class Computing {
  readonly #work: ChunkWork;
  /** The run's own connection has its temporary tables, and is in one workspace at a time. */
  readonly #turn = createFairQueue(1);
  readonly #underWay = new Set<Promise<unknown>>();
  #waiting: number;
  #begun = 0;
  #halves = 0;
  #isFirst = true;
  /** Subjects computed and written so far. */
  accounts = 0;

  constructor(work: ChunkWork, chunks: number) {
    this.#work = work;
    this.#waiting = chunks;
  }

  /** Computes a chunk in a new workspace, in which the connection stays. */
  async begin(next: Chunk, connection: Database): Promise<ComputedChunk> {
    const opened = await this.#turn('', () => this.#open(next));
    await opened.workspace.enter(connection);
    const computing = this.#compute(opened, connection);
    this.#underWay.add(computing);
    try {
      return { ...opened, found: await computing };
    } finally {
      this.#underWay.delete(computing);
    }
  }

  /**
   * Stores a chunk, and returns what `write` has to write of it. If that is impossible, computes,
   * stores and writes each of its halves, and returns null.
   */
  async settle(computed: ComputedChunk, connection: Database): Promise<SettledChunk | null> {
    const { workspace } = computed;
    const settled = await this.#turn('', () => this.#store(computed));
    if (settled !== null && !('again' in settled)) return { workspace, size: settled };
    await workspace.leave(connection);
    await workspace.close(connection);
    if (settled === null) this.#work.stages.finishChunk(this.#waiting);
    for (const chunk of settled?.again ?? []) {
      const half = await this.settle(await this.begin(chunk, connection), connection);
      await this.write(half, connection);
    }
    return null;
  }

  /** Writes what is kept of a chunk, next to others that are computed or written. */
  async write(stored: SettledChunk | null, connection: Database): Promise<void> {
    if (stored === null) return;
    const { stages, draft, options } = this.#work;
    const { workspace, size } = stored;
    await stages.time('write', async () => {
      await writeChunk(connection, draft, options.dataDir.temporary, async () => {
        await workspace.leave(connection);
        await workspace.close(connection);
      });
    });
    stages.advance('write', size);
    this.accounts += size.accounts;
    stages.finishChunk(this.#waiting);
  }

  async #open(next: Chunk): Promise<OpenChunk> {
    const { database, records, options } = this.#work;
    const workspace = await openWorkspace(database);
    return workspace.within(database, async () => {
      const chunk = await enterChunk(database, next);
      const accounts = await accountsIn(database, 'selection');
      this.#waiting -= 1;
      if (chunk.subjects > 0) {
        this.#begun += 1;
        await records.lay(database);
        const chunks = this.#begun + this.#waiting;
        options.log.debug('computing', { chunk: this.#begun, chunks, accounts });
      }
      return { chunk, accounts, workspace };
    });
  }

  /** Computes and checks the subjects of a chunk. */
  async #compute({ chunk }: OpenChunk, connection: Database): Promise<ComputedChunk['found']> {
    const { relations, retainsTables, stages } = this.#work;
    if (chunk.subjects === 0) return [];
    const retained = retainsTables ? undefined : neededAfter('relations', relations);
    try {
      return await stages.time('statistics', async () => {
        await computeRelations(connection, relations, retained);
        return runChecks(connection);
      });
    } catch (error) {
      const fault = valueFault(error);
      if (fault !== null) return fault;
      if (isOutOfMemory(error) && this.#underWay.size > 1) return outOfMemory;
      throw error;
    }
  }

  /**
   * Stores the marts of a chunk over the run's own connection. Returns its size, null if nothing of
   * it is left, or the chunks to compute instead.
   */
  async #store({
    chunk,
    accounts,
    workspace,
    found,
  }: ComputedChunk): Promise<StoredChunk | Again | null> {
    const { database, stages } = this.#work;
    if (found === outOfMemory) {
      await Promise.allSettled(this.#underWay);
      return this.#again([chunk]);
    }
    return workspace.within(database, async () => {
      if (chunk.subjects === 0) return null;
      if (await isOvertaken(database)) return this.#again([chunk]);
      if (typeof found === 'string' && chunk.subjects > 1) {
        this.#halves += 1;
        this.#work.options.log.warn('computing a chunk in halves', { accounts, reason: found });
        return this.#again(await halve(database, chunk, -this.#halves));
      }
      stages.advance('statistics', { accounts });
      const settled = await storeChunk(this.#work, workspace.home, found, this.#isFirst);
      if (settled) this.#isFirst = false;
      return settled;
    });
  }

  #again(chunks: readonly Chunk[]): Again {
    this.#waiting += chunks.length;
    return { again: chunks };
  }
}
