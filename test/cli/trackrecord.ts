import { spawn } from 'node:child_process';
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
