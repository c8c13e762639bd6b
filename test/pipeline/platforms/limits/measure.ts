import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { importCommand } from '../../../../pipeline/commands/import.ts';

/** Cost and result of importing one file, as this process tells its parent. */
export interface Measured {
  readonly file: string;
  /** Processor seconds of the whole process. */
  readonly seconds: number;
  /** Exit code, or the one line of a refusal. */
  readonly outcome: number | string;
}

// Imports files one after the other: node measure.js FOLDER FILE…

const [folder = '', ...files] = process.argv.slice(2);
for (const file of files) {
  const out = join(folder, 'source');
  const before = process.cpuUsage();
  const outcome = await importCommand(
    {},
    { format: 'auto', file, out, accountId: 'MT5:1', platform: 'MT5' },
    { stdout: () => {}, stderr: () => {} },
  ).catch((error: unknown) => {
    if (error instanceof CommandError) return error.message;
    throw error;
  });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ file, seconds: (user + system) / 1e6, outcome } satisfies Measured);
  rmSync(out, { recursive: true, force: true });
}
process.disconnect?.();
