import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ChildFailed, createChildQueue } from '../base/child-task.ts';
import type { Log } from '../base/log.ts';
import type { DeliveryAddress } from '../deliveries/open.ts';
import { createReadings } from '../statements/background.ts';
import type { TrialTask } from './child.ts';
import type { FiguresWithout, TrialRequest } from './trial.ts';

/**
 * Figures of a trial. `computing` until they are there, `unknown` if they could not be computed.
 */
type TrialResult = 'computing' | 'unknown' | FiguresWithout;

/** Trials of withdrawals, in the background. */
export interface WithdrawalTrials {
  /**
   * Returns the result of a trial, and begins it if it is a new one. `state` names what the result
   * rests on: another state begins the trial anew. An owner has one trial at a time: a new one ends
   * the one before.
   */
  resultOf(request: TrialRequest, state: string): TrialResult;
  /** Resolves once no trial is under way. */
  idle(): Promise<void>;
  /** Ends all trials. */
  close(): Promise<void>;
}

/** Tries a withdrawal in a folder; null if there are no figures. */
export type Try = (task: TrialTask, signal: AbortSignal) => Promise<FiguresWithout | null>;

const attemptInTurn = createChildQueue<TrialTask, FiguresWithout | null>(
  { module: new URL('child.js', import.meta.url), heapMegabytes: 512, seconds: 60 },
  1,
);

/** Tries withdrawals in child processes, one at a time. Owners take turns. */
const tryInChildInTurn: Try = (task, signal) =>
  attemptInTurn(task.account.owner, task, signal).catch((error: unknown) => {
    if (error instanceof ChildFailed) return null;
    throw error;
  });

interface TrialOptions {
  readonly deliveries: DeliveryAddress;
  /** Folder for a data directory of each trial. Whatever is in it may be removed at any time. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  readonly attempt?: Try;
}

/** Most results that are remembered; the oldest goes first. */
const maxResults = 1_000;

/** Opens trials of withdrawals. */
export function createTrials({
  deliveries,
  folder,
  log,
  attempt = tryInChildInTurn,
}: TrialOptions): WithdrawalTrials {
  // A server that was killed may have left data of accounts that are deleted since.
  rmSync(folder, { recursive: true, force: true });
  const underWay = createReadings(log);
  /** Newest trial of each owner. */
  const results = new Map<string, { readonly key: string; readonly result: TrialResult }>();

  const begin = (request: TrialRequest, key: string): void => {
    const { owner } = request.account;
    const note = (result: TrialResult): void => {
      results.delete(owner);
      results.set(owner, { key, result });
    };
    note('computing');
    for (const oldest of results.keys()) {
      if (results.size <= maxResults) break;
      results.delete(oldest);
    }
    underWay.begin(owner, async (signal) => {
      const place = join(folder, randomUUID());
      try {
        const figures = await attempt({ ...request, deliveries, folder: place }, signal);
        signal.throwIfAborted();
        note(figures ?? 'unknown');
      } catch (error) {
        if (!signal.aborted) note('unknown');
        throw error;
      } finally {
        // A process that was ended left it.
        rmSync(place, { recursive: true, force: true });
      }
    });
  };

  return {
    resultOf(request, state) {
      const { owner } = request.account;
      const key = JSON.stringify([request, state]);
      if (results.get(owner)?.key !== key) begin(request, key);
      return results.get(owner)?.result ?? 'unknown';
    },
    idle: () => underWay.idle(),
    close: () => underWay.close(),
  };
}
