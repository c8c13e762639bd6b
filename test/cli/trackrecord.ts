import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { program } from '../support/program.ts';
import { timeout } from '../support/timeout.ts';

const root = inPackage('');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line as a user does, in a directory. It gets only these settings, and the
 * threads of tests.
 */
export function trackrecord(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  entry: readonly string[] = program('trackrecord.ts'),
  directory: string = root,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...entry, ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, TRACKRECORD_THREADS: process.env.TRACKRECORD_THREADS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

let evaluations = 0;

/**
 * Runs the command line in this process, which takes a tenth of the time. Only for what ends before
 * its command is loaded, such as help and usage errors. One at a time.
 */
export async function trackrecordHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const { argv, env: ownEnv, stdout, stderr } = process;
  const before = { stdout: stdout.write, stderr: stderr.write, isTTY: stdout.isTTY };
  const mask = process.umask();
  const listeners = stdout.listeners('error');
  process.argv = [process.execPath, inPackage('trackrecord.js'), ...args];
  process.env = { PATH: ownEnv.PATH, ...env };
  stdout.isTTY = false;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: unknown) => {
      printed[name] += String(text);
      return true;
    };
  }
  try {
    evaluations += 1;
    // With another address the script is evaluated again. Its modules are loaded once.
    await import(`${pathToFileURL(inPackage('dist/trackrecord.js'))}?${evaluations}`);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.exitCode = undefined;
    process.umask(mask);
    process.argv = argv;
    process.env = ownEnv;
    Object.assign(stdout, { isTTY: before.isTTY, write: before.stdout });
    stderr.write = before.stderr;
    for (const listener of stdout.listeners('error')) {
      if (!listeners.includes(listener)) stdout.removeListener('error', listener as () => void);
    }
  }
}

/** Lists the commands in a help text, those of a group with the group's name. */
export function commandsListed(help: string): string[] {
  const isLeaf = !/^Usage: .*(?:COMMAND|\[command\])/.test(help);
  const [commands = ''] = help.split('\nGlobal options');
  if (isLeaf) return [];
  const terms = /^ {2}([a-z]+)(?: (\(?)([a-z]+(?:\|[a-z]+)*)\)?)?(?= |$)/gm;
  return [...commands.matchAll(terms)].flatMap(([, name = '', optional, below]) => {
    const all = below?.split('|').map((each) => `${name} ${each}`) ?? [name];
    return optional === '(' ? [name, ...all] : all;
  });
}
