import { createInterface } from 'node:readline';

// The program with its modules loaded. It waits for its command line as JSON on stdin.
await import('../../../pipeline/run/run.ts');
await import('../../../pipeline/commands/run.ts');
await import('../../../pipeline/commands/program.ts');
console.log('ready');
for await (const line of createInterface(process.stdin)) {
  const args: string[] = JSON.parse(line);
  process.argv = [process.argv[0] ?? '', 'trackrecord.ts', ...args];
  await import('../../../trackrecord.ts');
  break;
}
process.stdin.destroy();
