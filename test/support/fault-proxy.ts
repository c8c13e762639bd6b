import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

/**
 * Fault of an answer. A number is a status that replaces the answer. `full` refuses only what is
 * put, `forgets` accepts it without storing it, and `slow` answers two seconds late.
 */
export type Fault = number | 'half' | 'wrong' | 'silent' | 'slow' | 'full' | 'forgets' | null;

/** Proxy in front of an HTTP server that spoils its answers. */
export interface FaultProxy {
  readonly url: string;
  /** Requests so far, as `GET /path`. */
  readonly requests: string[];
  /** Faults of the next answers, in order. Later answers pass unchanged. */
  next(...faults: Fault[]): void;
  /** Sets the fault of every answer from now on; null for none. */
  always(fault: Fault): void;
  close(): void;
}

const lateMilliseconds = 2000;

/** Starts a proxy in front of the server at an address. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const requests: string[] = [];
  let queue: Fault[] = [];
  let lasting: Fault = null;
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const fault = queue.length > 0 ? (queue.shift() ?? null) : lasting;
    if (fault === 'silent') return;
    const status = statusIn(fault, incoming.method === 'PUT');
    const pass = () => forward(upstream, incoming, answer, fault);
    if (status !== null) {
      incoming.resume();
      incoming.once('end', () => answer.writeHead(status).end());
    } else if (fault === 'slow') setTimeout(pass, lateMilliseconds);
    else pass();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next(...faults) {
      queue = faults;
    },
    always(fault) {
      lasting = fault;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the status that a fault answers with. Null if the request goes on to the server. */
function statusIn(fault: Fault, isPut: boolean): number | null {
  if (typeof fault === 'number') return fault;
  if (!isPut) return null;
  return { full: 507, forgets: 200 }[String(fault)] ?? null;
}

function forward(
  upstream: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: Fault,
): void {
  // The path goes on as it came: a URL would resolve its points.
  const { method, headers, url: path } = incoming;
  const outgoing = request(upstream, { path, method, headers }, (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => {
      const body = Buffer.concat(pieces);
      answer.writeHead(response.statusCode ?? 502, response.headers);
      if (fault === 'half') {
        answer.write(body.subarray(0, body.length >> 1), () => answer.destroy());
      } else {
        if (fault === 'wrong') body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
        answer.end(body);
      }
    });
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}
