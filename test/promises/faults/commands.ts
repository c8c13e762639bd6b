import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../../support/program.ts';

const script = program('test/promises/faults/waiting-command.ts');

/** Result of a command: exit code and output. */
export interface Ended {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Process of the program that has loaded its modules and waits for a command line. */
export interface WaitingCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  start(args: readonly string[]): void;
}

/**
 * Starts a process, perhaps under another program such as strace. Resolves when it waits for its
 * command line.
 */
export async function startWaiting(under: readonly string[] = []): Promise<WaitingCommand> {
  const [file = '', ...args] = [...under, process.execPath, ...script];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, ...output }));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text === 'ready\n') resolve();
      else output.stdout += text;
    });
    ended.then(() => reject(new Error(`it never waited: ${output.stderr}`)), reject);
  });
  return {
    child,
    ended,
    start: (args) => void child.stdin.end(`${JSON.stringify(args)}\n`),
  };
}

/** Keeps one process ready, so that the next command starts at once. */
export function createCommands() {
  let next: Promise<WaitingCommand> | undefined;
  return {
    async take(): Promise<WaitingCommand> {
      const taken = await (next ?? startWaiting());
      next = startWaiting();
      next.catch(() => {});
      return taken;
    },
    async close(): Promise<void> {
      const command = await next;
      command?.child.kill('SIGKILL');
      await command?.ended;
    },
  };
}

/** Runs one command line from start to end. */
export async function runCommandLine(args: readonly string[]): Promise<Ended> {
  const command = await startWaiting();
  command.start(args);
  return command.ended;
}
