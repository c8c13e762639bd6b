import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

/** Slurm with two nodes on this machine. */
export interface TestSlurm {
  /** Submits an array, and waits until no task of it is left. */
  runArray(script: string, count: number, env: Readonly<Record<string, string>>): Promise<void>;
  stop(): void;
}

/** Starts a controller and two nodes on loopback. Null if Slurm is missing or this is not root. */
export async function startSlurm(root: string): Promise<TestSlurm | null> {
  const isThere = ['munged', 'slurmctld', 'slurmd', 'sbatch'].every(
    (name) => spawnSync('which', [name]).status === 0,
  );
  if (!isThere || process.getuid?.() !== 0) return null;
  const folder = join(root, 'slurm');
  mkdirSync(join(folder, 'ctld'), { recursive: true });
  const [controller, first, second] = [await freePort(), await freePort(), await freePort()];
  const socket = join(folder, 'munge', 'socket');
  const conf = join(folder, 'slurm.conf');
  writeFileSync(conf, configuration(folder, socket, controller, [first, second]));
  const children = [
    ...startMunge(folder, socket),
    spawn('slurmctld', ['-D', '-i', '-f', conf], { stdio: 'ignore' }),
    ...['n0', 'n1'].map((node) =>
      spawn('slurmd', ['-D', '-N', node, '-f', conf], { stdio: 'ignore' }),
    ),
  ];
  const env = { ...process.env, SLURM_CONF: conf };
  const ask = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = () => {
    for (const child of children.reverse()) child.kill('SIGTERM');
  };
  try {
    await until(async () => ask('sinfo', ['-h', '-t', 'idle', '-o', '%D']).trim() === '2', 60);
  } catch {
    stop();
    return null;
  }
  return {
    async runArray(script, count, settings) {
      const array = `--array=0-${count - 1}`;
      const output = `--output=${join(folder, '%a.out')}`;
      const args = ['--parsable', array, output, '--export=ALL', script];
      const job = execFileSync('sbatch', args, {
        env: { ...env, ...settings },
        encoding: 'utf8',
      }).trim();
      await until(async () => ask('squeue', ['-h', '-j', job]).trim() === '', 300);
    },
    stop,
  };
}

/** Starts the service that signs messages of Slurm, with a key of its own. */
function startMunge(folder: string, socket: string) {
  const place = join(folder, 'munge');
  mkdirSync(place, { mode: 0o755 });
  const key = join(place, 'key');
  writeFileSync(key, Buffer.alloc(128, 'k'), { mode: 0o400 });
  const files = { 'key-file': key, socket, 'pid-file': join(place, 'pid') };
  const args = Object.entries({
    ...files,
    'log-file': join(place, 'log'),
    'seed-file': join(place, 'seed'),
  }).map(([name, value]) => `--${name}=${value}`);
  return [spawn('munged', ['--foreground', '--force', ...args], { stdio: 'ignore' })];
}

const configuration = (
  folder: string,
  socket: string,
  controller: number,
  nodes: readonly number[],
): string =>
  `ClusterName=partitions
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=socket=${socket}
SlurmctldPort=${controller}
StateSaveLocation=${folder}/ctld
SlurmdSpoolDir=${folder}/spool.%n
SlurmctldPidFile=${folder}/ctld.pid
SlurmdPidFile=${folder}/slurmd.%n.pid
SlurmctldLogFile=${folder}/ctld.log
SlurmdLogFile=${folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
${nodes.map((port, at) => `NodeName=n${at} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${port} CPUs=1 State=UNKNOWN`).join('\n')}
PartitionName=p Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
`;
