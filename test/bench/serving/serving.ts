import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { program } from '../../support/program.ts';
import { whole } from '../figures.ts';
import type { BenchSettings } from '../settings.ts';
import { servingCases } from './cases.ts';
import { has, load, type Measured, pinned } from './load.ts';
import { createServingWorld } from './world.ts';

/** Seconds of one measurement. */
const seconds = 3;

interface Round extends Measured {
  /**
   * Requests per second of processor time. Comparable even if other programs keep the machine busy.
   */
  readonly perCoreSecond: number;
  /** Share of a core that the server used. */
  readonly cpu: number;
}

const ticksPerSecond = 100;

/**
 * Prints requests per second of processor time of the API, and of bare routes of the same length.
 */
export async function serving({
  rounds: count,
  only = '',
  print,
  note,
}: BenchSettings): Promise<void> {
  if (!(await has('wrk'))) {
    print('skipped: wrk is not installed');
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-serving-'));
  const key = await createServingWorld(dataDirectory(directory));
  const server = await startServer(directory, key);
  const cases = servingCases(key).filter(({ name }) => name.includes(only));
  const rounds = new Map(cases.map(({ name }) => [name, noRounds()]));
  try {
    // The first round only compiles code.
    for (let round = 0; round <= count; round += 1) {
      for (const { name, path, pages, headers, isKnown } of cases) {
        const sent = isKnown ? { ...headers, 'if-none-match': server.etag } : headers;
        const bareUrl = `http://127.0.0.1:${server.bare}/${encodeURIComponent(name)}`;
        const apiUrl = `http://127.0.0.1:${server.api}${path}`;
        const runOptions = { directory, seconds };
        const bare = await measure(server.pid, { ...runOptions, url: bareUrl, pages: 1, headers });
        const api = await measure(server.pid, { ...runOptions, url: apiUrl, pages, headers: sent });
        if (round === 0) continue;
        rounds.get(name)?.bare.push(bare);
        rounds.get(name)?.api.push(api);
      }
    }
  } finally {
    process.kill(server.pid);
    rmSync(directory, { recursive: true, force: true });
  }
  print(
    'case                      bytes   bare/s    api/s  ratio   aim  costs   bare p99    api p99   cpu',
  );
  for (const { name, aim } of cases) {
    const found = rounds.get(name);
    if (found === undefined) continue;
    print(row(name, server.sizes[name] ?? 0, aim, found));
    const [own, reference] = costsOf(found);
    note(
      name,
      `${(own / reference).toFixed(2)} of bare, ${whole(1e6 / own - 1e6 / reference)} µs beyond`,
      `${aim}`,
    );
  }
}

function noRounds(): Rounds {
  return { api: [], bare: [] };
}

interface Rounds {
  readonly api: Round[];
  readonly bare: Round[];
}

interface ServerProcess {
  readonly pid: number;
  readonly api: number;
  readonly bare: number;
  readonly sizes: Readonly<Record<string, number>>;
  readonly etag: string;
}

async function startServer(directory: string, key: string): Promise<ServerProcess> {
  const command = [process.execPath, ...program('test/bench/serving/server.ts'), directory, key];
  const [file = '', ...args] = await pinned(0, command);
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { pid: child.pid ?? 0, ...JSON.parse(String(line)) };
}

async function measure(pid: number, one: Parameters<typeof load>[0]): Promise<Round> {
  const before = cpuSeconds(pid);
  const begin = performance.now();
  const measured = await load(one);
  const seconds = (performance.now() - begin) / 1000;
  const cpu = (cpuSeconds(pid) - before) / seconds;
  return { ...measured, cpu, perCoreSecond: measured.perSecond / cpu };
}

/** Reads the processor seconds of a process; works only on Linux. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Requests in a second of processor: of the API, and of a bare route. */
const costsOf = ({ api, bare }: Rounds): readonly [number, number] => [
  medianOf(api, 'perCoreSecond'),
  medianOf(bare, 'perCoreSecond'),
];

function row(name: string, bytes: number, aim: number, rounds: Rounds): string {
  const { api, bare } = rounds;
  const [own, reference] = costsOf(rounds);
  const cells = [
    String(bytes).padStart(7),
    Math.round(reference).toLocaleString('en').padStart(9),
    Math.round(own).toLocaleString('en').padStart(9),
    (own / reference).toFixed(2).padStart(7),
    aim.toFixed(2).padStart(6),
    `${(1e6 / own - 1e6 / reference).toFixed(0)} us`.padStart(7),
    `${medianOf(bare, 'p99Milliseconds').toFixed(1)} ms`.padStart(11),
    `${medianOf(api, 'p99Milliseconds').toFixed(1)} ms`.padStart(11),
    `${(medianOf(api, 'cpu') * 100).toFixed(0)} %`.padStart(6),
  ];
  return `${name.padEnd(24)}${cells.join('')}`;
}

function medianOf(
  rounds: readonly Round[],
  figure: 'perCoreSecond' | 'p99Milliseconds' | 'cpu',
): number {
  const sorted = rounds.map((round) => round[figure]).sort((first, second) => first - second);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
