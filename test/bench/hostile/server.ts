import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { program } from '../../support/program.ts';
import type { HostileWorld } from './world.ts';

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Address that the request comes from; the proxy of the bench says it. */
  readonly from: string;
}

export interface HostileServer {
  /** Sends a request, reads its answer, and returns the status. */
  ask(asked: Asked): Promise<number>;
  stop(): Promise<void>;
}

/** Serves the world like `trackrecord serve`, but clients may ask as often as they like. */
export async function startHostileServer(
  folder: string,
  { receiver }: HostileWorld,
): Promise<HostileServer> {
  const certificate = join(folder, 'receiver.pem');
  writeFileSync(certificate, receiver?.ca ?? '');
  const child = spawn(process.execPath, program('test/load/unlimited-server.ts'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TRACKRECORD_DATA: join(folder, 'data'),
      PORT: '0',
      CALENDAR_PORT: '0',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      TRACKRECORD_WEBHOOK_PRIVATE: '1',
      NODE_EXTRA_CA_CERTS: certificate,
    },
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(String(line));
  return {
    ask: ({ path, method = 'GET', headers, body, from }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          new URL(path, url),
          { agent: false, method, headers: { ...headers, 'x-forwarded-for': from } },
          (answer) => {
            answer.resume();
            answer.on('end', () => resolve(answer.statusCode ?? 0));
            answer.on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
      await ended;
    },
  };
}
