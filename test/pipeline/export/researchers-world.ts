import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { furnish } from '../../support/furnish.ts';
import { goldenDirectory } from '../../support/golden.ts';
import { whileOpen } from '../../support/while-open.ts';

const scenario = (name: string): string => inPackage(`fixtures/scenarios/${name}`);

const scenarios = [
  'ordinary-account',
  'strange-symbols',
  'bitcoin-account',
  'mixed-currencies',
  'magic-numbers',
  'no-trades-yet',
  'benchmark',
  'excursions',
].map(scenario);

/** Fills a data directory by a run over some scenarios, so that there is a warehouse. */
export async function fillFromScenarios({ path }: DataDirectory): Promise<void> {
  const filled = await goldenDirectory('researchers', (made) =>
    runScenarios(dataDirectory(join(made, 'data'))),
  );
  cpSync(join(filled, 'data'), path, { recursive: true });
}

async function runScenarios(dataDir: DataDirectory): Promise<void> {
  const clock = () => new Date('2024-07-01T12:00:00Z');
  await whileOpen(openRegistry({ dataDir, clock }), async (registry) => {
    for (const directory of scenarios) {
      const json: unknown = JSON.parse(readFileSync(`${directory}/registry.json`, 'utf8'));
      await applyRegistry(registry, json);
    }
    await furnish(dataDir);
    await runOnce({
      dataDir,
      sources: scenarios.map((directory) => `${directory}/source`),
      registry,
      asOf: clock(),
      clock,
      log: silentLog,
      memoryLimit: '512MB',
      threads: 1,
    });
  });
}
