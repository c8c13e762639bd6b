import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/free-port.ts';
import { until } from '../../../support/until.ts';

/** S3 server for tests, with the keys for it. */
export interface TestS3 {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool'];

/** Starts Ceph's S3 in memory, from Debian's packages. Returns null if they are not installed. */
export async function startRadosgw(): Promise<TestS3 | null> {
  if (!programs.every((name) => existsSync(`/usr/bin/${name}`))) return null;
  const directory = mkdtempSync(join(tmpdir(), 'radosgw-'));
  const [monitor, older, gateway] = [await freePort(), await freePort(), await freePort()];
  const monitors = `[v2:127.0.0.1:${monitor},v1:127.0.0.1:${older}]`;
  const [cluster, storage] = [randomUUID(), randomUUID()];
  writeFileSync(join(directory, 'ceph.conf'), settings(directory, cluster, monitors, gateway));
  for (const folder of ['mon', 'osd', 'rgw', 'run']) mkdirSync(join(directory, folder));
  const of = (...args: string[]) => ['-c', join(directory, 'ceph.conf'), ...args];
  const call = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: directory, stdio: 'pipe', timeout: 60_000 });
  const servers: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    servers.push(spawn(program, of('-f', ...args), { cwd: directory, stdio: 'ignore' }));
  process.once('exit', () => {
    for (const server of servers) server.kill('SIGKILL');
  });
  const stop = async () => {
    for (const server of servers.reverse()) {
      const ended = new Promise((resolve) => server.once('close', resolve));
      if (server.exitCode === null && server.kill('SIGKILL')) await ended;
    }
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    call('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitors, 'monmap');
    call('ceph-mon', ...of('--mkfs', '-i', 'a', '--monmap', join(directory, 'monmap')));
    start('ceph-mon', '-i', 'a');
    call('ceph', ...of('osd', 'new', storage));
    call('ceph-osd', ...of('-i', '0', '--mkfs', '--osd-uuid', storage));
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${gateway}`;
    await until(async () => (await fetch(endpoint)).ok);
    const [accessKeyId, secretAccessKey] = ['tests', 'tests-secret'];
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    call('radosgw-admin', ...of('user', 'create', '--uid=t', '--display-name=t', ...keys));
    return { endpoint, accessKeyId, secretAccessKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// Without `ms mon client mode`, radosgw asks for an encrypted connection and waits for it forever.
const settings = (
  directory: string,
  cluster: string,
  monitors: string,
  gateway: number,
) => `[global]
fsid = ${cluster}
mon host = ${monitors}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon warn on pool no redundancy = false
paxos propose interval = 0.05
paxos min wait = 0.01
run dir = ${directory}/run
admin socket =
pid file =
log file = /dev/null
mon cluster log file = /dev/null
[mon]
mon data = ${directory}/mon
mon allow pool size one = true
[osd]
osd data = ${directory}/osd
osd objectstore = memstore
[client.rgw]
rgw data = ${directory}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gateway}
ms mon client mode = crc
rgw run sync thread = false
rgw dynamic resharding = false
`;
