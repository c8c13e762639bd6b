import type { Log } from '../../pipeline/base/log.ts';
import { noteKeyUses } from '../../pipeline/registry/keys.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';

/** Remembers which keys were used, and tells the registry now and then. */
export interface KeyUses {
  note(id: string): void;
  /** Writes down what was noted since the last time; what cannot be written waits. */
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

/** Flushes once a minute; answers with the function that ends it after one last time. */
export function flushEveryMinute(keyUses: KeyUses): () => Promise<void> {
  const timer = setInterval(() => void keyUses.flush(), intervalMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await keyUses.flush();
  };
}
