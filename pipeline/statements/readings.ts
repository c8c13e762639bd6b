import type { Log } from '../base/log.ts';

/** Statements that are being read here, after the requests that brought them were answered. */
export interface Readings {
  /** Whether a statement is being read here, or waits for its turn. */
  has(id: string): boolean;
  /** Begins to read a statement. What was begun of the same one before is ended first. */
  begin(id: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves once that statement is not being read here; without an id, once nothing is. */
  idle(id?: string): Promise<void>;
  /** Ends all that is being read. */
  close(): Promise<void>;
}

interface UnderWay {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Has work done in the background; what fails is logged, and can be begun again. */
export function createReadings(log: Pick<Log, 'warn'>): Readings {
  const underWay = new Map<string, UnderWay>();

  const idle = async (id?: string): Promise<void> => {
    const left = () => [...underWay].filter(([key]) => id === undefined || key === id);
    for (let rest = left(); rest.length > 0; rest = left()) {
      await Promise.all(rest.map(([, { ended }]) => ended));
    }
  };

  return {
    has: (id) => underWay.has(id),
    begin(id, work) {
      const before = underWay.get(id);
      before?.controller.abort();
      const controller = new AbortController();
      const { signal } = controller;
      const run = async (): Promise<void> => {
        await before?.ended;
        try {
          signal.throwIfAborted();
          await work(signal);
        } catch (error) {
          if (signal.aborted) return;
          log.warn('a statement could not be read', { statement: id, reason: String(error) });
        } finally {
          if (underWay.get(id)?.controller === controller) underWay.delete(id);
        }
      };
      // It is under way before any of it is done.
      const ended = Promise.resolve().then(run);
      underWay.set(id, { controller, ended });
    },
    idle,
    async close() {
      for (const { controller } of underWay.values()) controller.abort();
      await idle();
    },
  };
}
