import { importCommand } from '../../../pipeline/commands/import.ts';
import { createTerminal } from '../commands/terminal.ts';

/** Runs `import`. Returns its exit code, and the lines that it writes. */
export async function runImport(options: Parameters<typeof importCommand>[1]) {
  const { io, stdout, stderr } = createTerminal(new Date(0));
  return { code: await importCommand({}, options, io), stdout, stderr };
}
