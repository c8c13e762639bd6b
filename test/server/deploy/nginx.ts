import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { deployFile } from './installed.ts';

/** Host name in the example. */
export const site = 'records.example.com';

export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

export interface NginxProcess {
  readonly port: number;
  readonly plainPort: number;
  readonly certificate: string;
  /** File with a line for each answer, except those that the example keeps out. */
  readonly accessLog: string;
  close(): Promise<void>;
}

/** Starts nginx with the example, on free ports in front of these and with its own certificate. */
export async function startProxy(
  directory: string,
  ports: { readonly api: string; readonly calendar: string },
): Promise<NginxProcess> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const key = join(directory, 'privkey.pem');
  const certificate = join(directory, 'fullchain.pem');
  makeCertificate(key, certificate);
  const example = deployFile('nginx/trackrecord.conf')
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.api}`)
    .replace('127.0.0.1:25345', `127.0.0.1:${ports.calendar}`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('/var/log/nginx', directory)
    .replaceAll(`/etc/ssl/${site}`, directory);
  const temporary = ['proxy', 'client_body', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const file = join(directory, 'nginx.conf');
  const accessLog = join(directory, 'access.log');
  writeFileSync(
    file,
    `daemon off; pid ${directory}/pid; error_log ${directory}/error.log;
    events {}
    http { access_log ${directory}/other.log; ${temporary.join(' ')}
    ${example} }`,
  );
  // If root starts nginx, its workers run as another user.
  chmodSync(directory, 0o777);
  const words = ['-c', file, '-p', directory, '-e', join(directory, 'error.log')];
  const { status, stderr } = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`nginx -t: ${stderr}`);
  const nginx = spawn('nginx', words, { stdio: 'ignore' });
  await untilOpen(port, nginx);
  return {
    port,
    plainPort,
    certificate: readFileSync(certificate, 'utf8'),
    accessLog,
    async close() {
      const closed = once(nginx, 'close');
      nginx.kill();
      await closed;
    },
  };
}

function makeCertificate(key: string, certificate: string): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${site}`, '-addext', `subjectAltName=DNS:${site}`];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...kind, ...names, ...files], {
    stdio: 'ignore',
  });
}

async function untilOpen(port: number, nginx: ChildProcess): Promise<void> {
  while (nginx.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error('nginx ended');
}
