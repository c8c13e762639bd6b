import type { Config } from '../config/config.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import type { CommandIo } from './io.ts';

/** Lends the configured registry to `work` and closes it afterwards. */
export async function withRegistry<Result>(
  { dataDir, databaseUrl }: Config,
  { clock }: CommandIo,
  work: (registry: Registry) => Promise<Result>,
): Promise<Result> {
  const registry = await openRegistry({ dataDir, databaseUrl, clock });
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}
