import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const connections = 32;

export interface Load {
  readonly url: string;
  /** Number of pages. The address ends with a random one of them. */
  readonly pages: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly directory: string;
}

export interface Measured {
  readonly perSecond: number;
  readonly p99Milliseconds: number;
}

/** Returns true if a program is installed. */
export async function has(program: string): Promise<boolean> {
  return run('which', [program]).then(
    () => true,
    () => false,
  );
}

/** Sends requests to an address with wrk, from the second core. */
export async function load({ url, pages, headers, seconds, directory }: Load): Promise<Measured> {
  const script = join(directory, 'request.lua');
  const { pathname, search, origin } = new URL(url);
  const path = JSON.stringify(pathname + search);
  const lines = Object.entries(headers).map(
    ([name, value]) => `["${name}"] = ${JSON.stringify(value)}`,
  );
  const page = pages > 1 ? ` .. math.random(1, ${pages})` : '';
  await writeFile(
    script,
    pages > 1
      ? `local headers = { ${lines.join(', ')} }\n` +
          `request = function() return wrk.format("GET", ${path}${page}, headers) end\n`
      : '',
  );
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  const how = pages > 1 ? ['-s', script] : headerArguments;
  const [program = '', ...args] = await pinned(1, [...wrk, ...how, pages > 1 ? origin : url]);
  const { stdout } = await run(program, args);
  return {
    perSecond: Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p99Milliseconds: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
  };
}

/** Ties a command to one core, if the system can do that. */
export async function pinned(core: number, command: readonly string[]): Promise<string[]> {
  return (await has('taskset')) ? ['taskset', '-c', String(core), ...command] : [...command];
}

const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

function milliseconds(found: RegExpExecArray | null): number {
  return Number(found?.[1] ?? Number.NaN) * (units[found?.[2] ?? ''] ?? Number.NaN);
}
