import type { Log } from '../base/log.ts';

/** Readings of statements that run in this process after their requests were answered. */
export interface Readings {
  /** Returns true if a statement is being read here or waits for its turn. */
  has(id: string): boolean;
  /** Begins to read a statement. Ends an earlier reading of the same one first. */
  begin(id: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the reading of a statement that nobody wants any more. */
  end(id: string): Promise<void>;
  /** Resolves once that statement is not being read here, or no statement if `id` is missing. */
  idle(id?: string): Promise<void>;
  /** Ends all readings. */
  close(): Promise<void>;
}

interface UnderWay {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Runs work in the background and logs its errors. */
export function createReadings(log: Pick<Log, 'warn'>): Readings {
  const underWay = new Map<string, UnderWay>();

  const idle = async (id?: string): Promise<void> => {
    const running = () => [...underWay].filter(([key]) => id === undefined || key === id);
    for (let rest = running(); rest.length > 0; rest = running()) {
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
      // `begin` must register it before any of it runs.
      const ended = Promise.resolve().then(run);
      underWay.set(id, { controller, ended });
    },
    async end(id) {
      underWay.get(id)?.controller.abort();
      await idle(id);
    },
    idle,
    async close() {
      for (const { controller } of underWay.values()) controller.abort();
      await idle();
    },
  };
}
