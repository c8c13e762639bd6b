import { Estimate } from './estimate.ts';
import type { Log } from './log.ts';

/** Stages of a run, in order. */
export const stageNames = ['load', 'statistics', 'write', 'publish', 'warehouse'] as const;
export type StageName = (typeof stageNames)[number];

/** Amount of work in a stage. Absent if the stage counts none. */
interface StageWork {
  /** Rows that were loaded; in later stages, trades of the computed accounts and members. */
  rows?: number;
  /** Accounts and portfolios done. */
  accounts?: number;
}

/**
 * Cost of a stage: its time, the time of all processors, and the highest resident memory by its
 * end.
 */
export interface StageCost extends StageWork {
  /** Accounts and portfolios to be done in all. */
  of?: number;
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

export type StageCosts = Record<StageName, StageCost>;

export type StageState = 'waiting' | 'running' | 'done' | 'failed';

/**
 * Work of load for each byte of a file. On 800,000 trades in a CSV file, reading took 1.4 to 2.3
 * times as long as merging.
 */
const workOfByte = { read: 2, merge: 1 } as const;

/** Stages as they are drawn. */
export type WatchedStages = Pick<Stages, 'look' | 'secondsLeft'>;

/** Hears of the stages of a run while it is under way. */
export interface Progress {
  /** The first stage begins; from now on they may be looked at. */
  begin(stages: WatchedStages): void;
  /** A stage is done or failed, and not entered again. */
  end(stage: StageName, state: StageState, cost: Readonly<StageCost>): void;
}

const silentProgress: Progress = { begin: () => {}, end: () => {} };

/** Says in one line of the log what each stage did and took. */
export const logStages = (log: Log): Progress => ({
  begin: () => {},
  end(stage, state, { cpuSeconds, peakMegabytes: _, ...figures }) {
    const fields = { stage, ...figures, cpu_seconds: cpuSeconds };
    if (state === 'failed') log.warn('stage failed', fields);
    else log.info('stage done', fields);
  },
});

/**
 * Adds up what each stage takes, however often it is entered. Of stages that overlap the one
 * entered last is waited for, and what passes is its alone: all of them together took what passed.
 */
export class Stages {
  readonly #progress: Progress;
  readonly #costs: StageCosts = {
    load: nothing(),
    statistics: nothing(),
    write: nothing(),
    publish: nothing(),
    warehouse: nothing(),
  };
  readonly #running: StageName[] = [];
  readonly #over = new Map<StageName, StageState>();
  readonly #thrown = new Map<unknown, StageName>();
  readonly #read: () => Reading;
  /** Work of load. */
  readonly #loading = new Estimate();
  #loadWorkLeft = 0;
  /** Seconds of load before its work was known. */
  #loadSecondsBefore = 0;
  /** Chunks of accounts that statistics and write do. */
  readonly #chunks = new Estimate();
  #isBegun = false;
  #last: Reading;

  constructor(progress: Progress = silentProgress, read: () => Reading = readProcess) {
    this.#progress = progress;
    this.#read = read;
    this.#last = read();
  }

  /** Cost of each stage so far, to the millisecond. */
  get costs(): StageCosts {
    this.#charge();
    const { load, statistics, write, publish, warehouse } = this.#costs;
    return {
      load: rounded(load),
      statistics: rounded(statistics),
      write: rounded(write),
      publish: rounded(publish),
      warehouse: rounded(warehouse),
    };
  }

  /** Returns the progress of a stage. */
  look(stage: StageName): Readonly<StageCost> & { readonly state: StageState } {
    this.#charge();
    const state = this.#running.includes(stage) ? 'running' : 'waiting';
    return { ...this.#costs[stage], state: this.#over.get(stage) ?? state };
  }

  /** Does a part of a stage. */
  async time<Result>(stage: StageName, work: () => Promise<Result> | Result): Promise<Result> {
    if (!this.#isBegun) this.#progress.begin(this);
    this.#isBegun = true;
    this.#charge();
    this.#running.push(stage);
    try {
      return await work();
    } catch (error) {
      if (!this.#thrown.has(error)) this.#thrown.set(error, stage);
      throw error;
    } finally {
      this.#charge();
      this.#running.splice(this.#running.lastIndexOf(stage), 1);
      const cost = this.#costs[stage];
      cost.peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    }
  }

  /** Says how many accounts statistics and write have before them. */
  expect(accounts: number): void {
    for (const stage of ['statistics', 'write'] as const) {
      Object.assign(this.#costs[stage], { accounts: 0, of: accounts });
    }
  }

  /** Notes that one more chunk of accounts is done, and that `left` chunks remain. */
  finishChunk(left: number): void {
    this.#charge();
    this.#chunks.note(1, left, this.#chunkSeconds);
  }

  /** Says how many bytes load has to read and to merge. */
  expectBytes(bytes: number): void {
    this.#charge();
    this.#loadWorkLeft = bytes * (workOfByte.read + workOfByte.merge);
    this.#loadSecondsBefore = this.#costs.load.seconds;
  }

  /** Notes that load has read rows, and some of its bytes. */
  readonly noteRead = (rows: number, bytes: number): void => {
    this.advance('load', { rows });
    this.#noteLoaded(bytes * workOfByte.read);
  };

  /** Notes that load has merged the rows of some of its bytes. */
  readonly noteMerged = (bytes: number): void => {
    this.#noteLoaded(bytes * workOfByte.merge);
  };

  #noteLoaded(work: number): void {
    this.#charge();
    this.#loadWorkLeft -= work;
    this.#loading.note(work, this.#loadWorkLeft, this.#loadSeconds);
  }

  get #loadSeconds(): number {
    return this.#costs.load.seconds - this.#loadSecondsBefore;
  }

  /**
   * Estimates the seconds until load is done, or until statistics and write are done. Null for
   * other stages, and before a hundredth is done.
   */
  secondsLeft(stage: StageName): number | null {
    this.#charge();
    if (stage === 'load') return this.#loading.secondsLeft(this.#loadSeconds);
    return stage === 'statistics' ? this.#chunks.secondsLeft(this.#chunkSeconds) : null;
  }

  get #chunkSeconds(): number {
    return this.#costs.statistics.seconds + this.#costs.write.seconds;
  }

  /** Adds to the work of a stage. */
  advance(stage: StageName, { rows, accounts }: StageWork): void {
    const cost = this.#costs[stage];
    if (rows !== undefined) cost.rows = (cost.rows ?? 0) + rows;
    if (accounts !== undefined) cost.accounts = (cost.accounts ?? 0) + accounts;
  }

  /** Notes that stages are not entered again. */
  finish(...stages: StageName[]): void {
    for (const stage of stages) this.#end(stage, 'done');
  }

  /** Notes that the run ends with an error, which may have come out of a stage. */
  fail(error: unknown): void {
    const stage = this.#thrown.get(error);
    if (stage !== undefined) this.#end(stage, 'failed');
  }

  #end(stage: StageName, state: StageState): void {
    this.#charge();
    this.#over.set(stage, state);
    this.#progress.end(stage, state, rounded(this.#costs[stage]));
  }

  /** Gives what passed since the last time to the stage that was waited for. */
  #charge(): void {
    const now = this.#read();
    const stage = this.#running.at(-1);
    if (stage !== undefined) {
      const cost = this.#costs[stage];
      cost.seconds += now.seconds - this.#last.seconds;
      cost.cpuSeconds += now.cpuSeconds - this.#last.cpuSeconds;
    }
    this.#last = now;
  }
}

/** The process so far. */
type Reading = Pick<StageCost, 'seconds' | 'cpuSeconds'>;

function readProcess(): Reading {
  const { user, system } = process.cpuUsage();
  return { seconds: performance.now() / 1000, cpuSeconds: (user + system) / 1e6 };
}

function nothing(): StageCost {
  return { seconds: 0, cpuSeconds: 0, peakMegabytes: 0 };
}

function rounded(cost: StageCost): StageCost {
  const inMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
  return {
    ...cost,
    seconds: inMilliseconds(cost.seconds),
    cpuSeconds: inMilliseconds(cost.cpuSeconds),
  };
}
