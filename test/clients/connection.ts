import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Faults of a server: none, 503, a wait of 150 seconds, no answer, or an answer that is lost. */
export type Mood = 'well' | 'down' | 'busy' | 'hangs' | 'loses answers';

interface Sent {
  account: Record<string, unknown>;
  deals: Record<string, unknown>[];
  equity: Record<string, unknown>[];
  positions?: Record<string, unknown>[];
}

/** Server to which an Expert Advisor sends data. Without a server behind it, it counts tickets. */
export class Connection {
  mood: Mood = 'well';
  /** Fixed answer to every request instead of the server's; null without one. */
  fixed: { status: number; body: string; headers?: Record<string, string> } | null = null;
  /** Code for terminals; null if the account is confirmed. */
  code: string | null = null;
  /** Number of requests, answered or not. */
  asked = 0;
  readonly tickets = new Set<unknown>();
  readonly #server: Server;
  #received: { path: string; key: string; sent?: Sent }[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(target?: string): Promise<Connection> {
    const server = createServer();
    const connection = new Connection(server);
    server.on('request', async (request, response) => {
      connection.asked++;
      const body = request.method === 'POST' ? await text(request) : undefined;
      const sent: Sent | undefined = body === undefined ? undefined : JSON.parse(body);
      if (connection.mood === 'hangs') return;
      if (connection.mood === 'down') {
        response.writeHead(503, { 'content-length': 0 }).end();
        return;
      }
      if (connection.mood === 'busy') {
        response.writeHead(429, { 'content-length': 0, 'retry-after': '150' }).end();
        return;
      }
      if (connection.fixed !== null) {
        const { status, body, headers } = connection.fixed;
        response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
        response.end(body);
        return;
      }
      const { url: path = '', headers } = request;
      const key = headers.authorization ?? '';
      connection.#received.push({ path, key, ...(sent ? { sent } : {}) });
      for (const { ticket } of sent?.deals ?? []) connection.tickets.add(ticket);
      const answered = target
        ? await forward(target, path, key, body)
        : path.endsWith('/code')
          ? { status: 200, body: JSON.stringify({ code: connection.code, expires_at: null }) }
          : {
              status: sent ? 202 : 200,
              body: JSON.stringify({ receipt: 'r', deals: connection.tickets.size }),
            };
      if (connection.mood === 'loses answers') {
        request.socket.destroy();
        return;
      }
      response
        .writeHead(answered.status, { 'content-length': Buffer.byteLength(answered.body) })
        .end(answered.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return connection;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the bodies since the last call. */
  take(): { path: string; key: string; sent?: Sent }[] {
    return this.#received.splice(0);
  }

  /** The rows in these bodies. */
  takeSent(): Sent[] {
    return this.take().flatMap(({ sent }) => (sent ? [sent] : []));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function forward(target: string, path: string, key: string, body: string | undefined) {
  const headers = { authorization: key, 'content-type': 'application/json' };
  const answer = await fetch(
    target + path,
    body === undefined ? { headers } : { method: 'POST', headers, body },
  );
  return { status: answer.status, body: await answer.text() };
}
