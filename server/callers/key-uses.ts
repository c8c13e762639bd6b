import type { Log } from '../../pipeline/base/log.ts';
import { noteKeyUses } from '../../pipeline/registry/keys.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';

/** Collects which keys were used and writes them to the registry from time to time. */
export interface KeyUses {
  note(id: string): void;
  /** Writes the collected uses to the registry. If that fails, they stay for the next time. */
  flush(): Promise<void>;
}

export function createKeyUses(registry: Registry, log: Log): KeyUses {
  const used = new Set<string>();

  return {
    note: (id) => used.add(id),
    async flush() {
      const ids = [...used];
      used.clear();
      try {
        await noteKeyUses(registry, ids);
      } catch (error) {
        for (const id of ids) used.add(id);
        const reason = error instanceof Error ? error.message : String(error);
        log.warn('use of keys not recorded', { reason });
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
