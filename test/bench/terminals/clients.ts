import { connect, type Socket } from 'node:net';

/** Request of a simulated terminal. */
export interface Sending {
  readonly key: string;
  readonly body: string;
}

/** Milliseconds of each answer, in the order of the answers. */
export type Times = number[];

/** Connections to a server, each with one request at a time. */
export interface Clients {
  /** Sends on all connections, as fast as answers come. */
  sendAll(sendings: Iterator<Sending>): Promise<Times>;
  /** Starts this many sendings a second; counts the time that one waits for a connection too. */
  sendSteadily(sendings: Iterator<Sending>, perSecond: number): Promise<Times>;
  close(): void;
}

/**
 * Opens connections that cost the machine little, since it measures the server. Each throws if an
 * answer is not 202.
 */
export async function openClients(url: string, count: number): Promise<Clients> {
  const { hostname, port } = new URL(url);
  const connections = await Promise.all(
    Array.from({ length: count }, () => openConnection(hostname, Number(port))),
  );
  return {
    async sendAll(sendings) {
      const times: Times = [];
      await Promise.all(
        connections.map(async ({ send }) => {
          for (let next = sendings.next(); !next.done; next = sendings.next()) {
            const begin = performance.now();
            await send(next.value);
            times.push(performance.now() - begin);
          }
        }),
      );
      return times;
    },
    async sendSteadily(sendings, perSecond) {
      const times: Times = [];
      const begin = performance.now();
      let started = 0;
      await Promise.all(
        connections.map(async ({ send }) => {
          for (let next = sendings.next(); !next.done; next = sendings.next()) {
            const due = begin + (1000 * started++) / perSecond;
            const early = due - performance.now();
            if (early > 0) await new Promise((done) => setTimeout(done, early));
            await send(next.value);
            times.push(performance.now() - due);
          }
        }),
      );
      return times;
    },
    close() {
      for (const { socket } of connections) socket.destroy();
    },
  };
}

interface Connection {
  readonly socket: Socket;
  send(sending: Sending): Promise<void>;
}

async function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true });
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  );
  let answer = '';
  let settle: ((fault?: Error) => void) | undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
    const head = answer.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(answer)?.[1];
    if (head < 0 || length === undefined || answer.length < head + 4 + Number(length)) return;
    const isTaken = answer.startsWith('HTTP/1.1 202');
    const fault = isTaken ? undefined : new Error(`refused: ${answer}`);
    answer = '';
    settle?.(fault);
  });
  socket.on('close', () => settle?.(new Error('the server closed a connection')));
  socket.on('error', () => {});
  return {
    socket,
    send: ({ key, body }) =>
      new Promise((resolve, reject) => {
        settle = (fault) => (fault ? reject(fault) : resolve());
        socket.write(
          `POST /connect/v1/facts HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }),
  };
}
