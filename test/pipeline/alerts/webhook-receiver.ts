import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Request as the receiver got it. */
interface ReceivedHook {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  /** Certificate that clients have to trust. */
  readonly ca: string;
  readonly hooks: ReceivedHook[];
  answer(response: ServerResponse): void;
  close(): Promise<void>;
}

/** Host name in the certificate. */
export const hookHost = 'hooks.example';

/**
 * Starts an HTTPS server on loopback, with a certificate for this host. Returns null if openssl is
 * not installed.
 */
export async function startReceiver(host = hookHost): Promise<Receiver | null> {
  const directory = mkdtempSync(join(tmpdir(), 'hooks-'));
  const [keyFile, certificateFile] = [join(directory, 'key'), join(directory, 'cert')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = [
    '-subj',
    `/CN=${host}`,
    '-addext',
    `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`,
  ];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  try {
    execFileSync('openssl', ['req', '-x509', '-days', '1', ...kind, ...names, ...files], {
      stdio: 'ignore',
    });
    const [key, ca] = [keyFile, certificateFile].map((file) => readFileSync(file, 'utf8'));
    return await listen(key ?? '', ca ?? '');
  } catch {
    return null;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function listen(key: string, ca: string): Promise<Receiver> {
  const server = createServer({ key, cert: ca });
  const receiver: Receiver = {
    port: 0,
    ca,
    hooks: [],
    answer: (response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      receiver.hooks.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      receiver.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(receiver, { port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
}
