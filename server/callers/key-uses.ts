import type { Log } from '../../pipeline/base/log.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { noteUses } from '../../pipeline/registry/secrets.ts';

/** Counts uses of keys and share links and writes them to the registry from time to time. */
export interface KeyUses {
  note(id: string): void;
  /** Writes the collected uses to the registry. If that fails, they stay for the next time. */
  flush(): Promise<void>;
}

export function createKeyUses(registry: Registry, log: Log): KeyUses {
  let used = new Map<string, number>();
  const add = (id: string, count: number): void => {
    used.set(id, (used.get(id) ?? 0) + count);
  };

  return {
    note: (id) => add(id, 1),
    async flush() {
      const uses = used;
      used = new Map();
      try {
        await noteUses(registry, uses);
      } catch (error) {
        for (const [id, count] of uses) add(id, count);
        const reason = error instanceof Error ? error.message : String(error);
        log.warn('could not record uses of keys', { reason });
      }
    },
  };
}

const intervalMilliseconds = 60_000;

/** Flushes once a minute. Returns the function that stops this after a last flush. */
export function flushEveryMinute(keyUses: KeyUses): () => Promise<void> {
  const timer = setInterval(() => void keyUses.flush(), intervalMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await keyUses.flush();
  };
}
