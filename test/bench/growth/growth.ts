import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSettings } from '../settings.ts';
import { describeMachine } from './machine.ts';
import { measureGrowth } from './measure.ts';
import { growthPlot } from './plot.ts';
import { growthReport } from './report.ts';

const [begin, end] = ['<!-- growth -->', '<!-- /growth -->'];

/**
 * Measures full runs by trades and by accounts. Writes the plot, and the part of the README between
 * the `growth` comments.
 */
export async function growth(settings: BenchSettings): Promise<void> {
  const { docs, memoryLimits, rounds, print } = settings;
  const readme = join(docs, 'README.md');
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : `${begin}\n${end}\n`;
  const [before, , after] = text.split(new RegExp(`${begin}|${end}`));
  if (before === undefined || after === undefined) {
    throw new Error(`${readme} has no ${begin} before a ${end}`);
  }
  const measured = await measureGrowth(settings);
  const conditions = `${await describeMachine()}.\nThe memory limit is ${memoryLimits[0]}; values are the median of ${rounds}`;
  const report = growthReport(measured, conditions);
  writeFileSync(join(docs, 'growth.svg'), growthPlot(measured));
  writeFileSync(readme, `${before}${begin}\n${report}\n${end}${after}`);
  print(`written: ${readme}, ${join(docs, 'growth.svg')}`);
}
