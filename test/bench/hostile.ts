import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { hundredths, markdownTable, median, times, whole } from './figures.ts';
import { bombs, createBombs, drawings, silentHooks } from './hostile/attacks.ts';
import { type Latencies, measureOthers } from './hostile/others.ts';
import { startHostileServer } from './hostile/server.ts';
import { createHostileWorld } from './hostile/world.ts';
import type { BenchSettings } from './settings.ts';

/**
 * Prints how long others wait for sign-in, pages, the API and test messages: in quiet, and while
 * one owner or one address asks for much. Each ratio compares with the quiet state of the same run.
 */
export async function hostile({ dir, keep, print, note }: BenchSettings): Promise<void> {
  const folder = mkdtempSync(`${dir}-hostile-`);
  const world = await createHostileWorld(dataDirectory(join(folder, 'data')));
  const server = await startHostileServer(folder, world);
  const files = createBombs();
  const measured: [name: string, latencies: Latencies][] = [];
  const measure = async (name: string, attack: () => Promise<string>): Promise<void> => {
    let attacking = true;
    const attacked = attack().finally(() => {
      attacking = false;
    });
    const latencies = await measureOthers(server, world, () => attacking);
    print(`${name}: ${await attacked}`);
    measured.push([name, latencies]);
  };
  try {
    await measureOthers(server, world, () => false);
    await measure('quiet', async () => 'nothing');
    await measure('4 pictures', () => bombs(server, world, files));
    await measure('25 silent webhooks', () => silentHooks(server, world));
    await measure('60 tear sheets, 60 images', () => drawings(server));
    print(tableOf(measured));
    for (const [name, latencies] of measured) {
      const medians = [...latencies].map(([probe, all]) => `${probe} ${hundredths(median(all))}`);
      note(`others while: ${name}`, `median ms: ${medians.join(', ')}`);
    }
  } finally {
    await server.stop();
    await world.close();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

function tableOf(measured: readonly (readonly [name: string, latencies: Latencies])[]): string {
  const quiet = measured[0]?.[1];
  const head = ['while', 'others', 'times', 'median, ms', 'p99, ms', 'median x', 'p99 x'];
  const rows = measured.flatMap(([name, latencies]) =>
    [...latencies].map(([probe, all]) => {
      const still = quiet?.get(probe) ?? [];
      const [middle, last] = [median(all), p99(all)];
      const ratios = [middle / median(still), last / p99(still)];
      return [
        name,
        probe,
        whole(all.length),
        hundredths(middle),
        hundredths(last),
        ...ratios.map(times),
      ];
    }),
  );
  return markdownTable([head, ...rows]);
}

function p99(all: readonly number[]): number {
  const sorted = all.toSorted((first, second) => first - second);
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN;
}
