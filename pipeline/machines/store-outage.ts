import { setTimeout as rest } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { nothingComputed } from '../publish/store/probe.ts';
import type { StoreError } from '../publish/store/store.ts';

/** Failure of a shard that is computed again. */
export interface ShardFailure {
  readonly shard: number;
  readonly reason: string | null;
}

/** Options of a coordinator for a store that fails. */
interface OutageOptions {
  /** Tries the store. Returns its fault, or null if it works. */
  check(): Promise<StoreError | null>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Milliseconds between tries. */
  readonly pause: number;
  /** Milliseconds that the store may fail. */
  readonly longest: number;
  /** Called with the reason once the store has failed for longer, or can't be tried at all. */
  onLost(reason: unknown): void;
}

/** Tells the operator whether shards fail because of the store. */
export class StoreOutage {
  readonly #options: OutageOptions;
  #failures: ShardFailure[] = [];
  #isLooking = false;
  #isClosed = false;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /**
   * Tries the store after a shard has failed, until it works again. Logs the failures if it works.
   * Otherwise it logs one line for all of them.
   */
  suspect(failure: ShardFailure): void {
    this.#failures.push(failure);
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look()
      .catch(this.#options.onLost)
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** Ends the looks, without waiting for an answer of the store. */
  close(): void {
    this.#isClosed = true;
  }

  async #look(): Promise<void> {
    const { check, log, pause, longest, onLost } = this.#options;
    const began = performance.now();
    for (let isTold = false; ; isTold = true) {
      const fault = await check();
      if (this.#isClosed) return;
      const failures = this.#failures.splice(0);
      if (fault === null) {
        if (isTold) log.info('the store works again');
        else for (const failure of failures) log.warn(computedAgain, { ...failure });
        return;
      }
      if (performance.now() - began > longest) return onLost(nothingComputed(fault));
      if (!isTold) log.warn(storeFails, { reason: fault.message });
      await rest(pause);
    }
  }
}

const computedAgain = 'a shard failed and is computed again';
const storeFails = 'the store fails; shards are computed again until it works';
