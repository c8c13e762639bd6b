import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDemo } from '../../fixtures/demo/generate.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { logStages, type Progress } from '../../pipeline/base/stages.ts';
import type { Config } from '../../pipeline/config/config.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { type RunResult, runOnce } from '../../pipeline/run/run.ts';

/** Makes the demo world where there is none yet and brings its statistics up to date. */
export async function prepareDemo(
  config: Config,
  registry: Registry,
  clock: () => Date,
  log: Log,
  progress: Progress = logStages(log),
): Promise<RunResult> {
  const directory = config.dataDir.demo;
  const sourceDir = join(directory, 'source');
  if (!existsSync(directory)) await generate(directory, clock());
  // Applied once: what was changed by hand since must not come back.
  if ((await registry.accounts()).length === 0) {
    await applyRegistry(
      registry,
      JSON.parse(await readFile(join(directory, 'registry.json'), 'utf8')),
    );
  }
  return runOnce({
    dataDir: config.dataDir,
    sources: [sourceDir],
    registry,
    asOf: clock(),
    clock,
    log,
    progress,
    memoryLimit: config.memoryLimit ?? undefined,
    threads: config.threads ?? undefined,
    keepVersions: config.keepVersions,
  });
}

async function generate(directory: string, now: Date): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await generateDemo({ out: unfinished, now });
  await rename(unfinished, directory);
}
