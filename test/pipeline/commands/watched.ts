import { isWatched } from '../../../pipeline/commands/progress.ts';
import { readConfig } from '../../../pipeline/config/config.ts';

// Prints whether the stages of a run are drawn on this terminal, for environments in a JSON list.

const environments: Record<string, string>[] = JSON.parse(process.argv[2] ?? '');
for (const env of environments) {
  process.stdout.write(`${isWatched(readConfig({ ...process.env, ...env }), { env })}\n`);
}
