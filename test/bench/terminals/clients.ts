import { connect, type Socket } from 'node:net';

/** Request of a simulated terminal. */
export interface Sending {
  readonly key: string;
  readonly body: string;
}

/** Milliseconds of each answer, in the order of the answers. */
export type Times = number[];

/** Times of sendings, and how many of their connections were open at once. */
interface ApartTimes {
  readonly times: Times;
  readonly mostOpen: number;
}

/**
 * Sends on a number of connections, each with one request at a time, as fast as answers come. They
 * cost the machine little, since it measures the server. Throws if an answer is not 202.
 */
export async function sendAll(
  url: string,
  connections: number,
  sendings: Iterator<Sending>,
): Promise<Times> {
  const { hostname, port } = new URL(url);
  const times: Times = [];
  const work = async (): Promise<void> => {
    const { socket, send } = await openConnection(hostname, Number(port));
    for (let next = sendings.next(); !next.done; next = sendings.next()) {
      const begin = performance.now();
      await send(next.value);
      times.push(performance.now() - begin);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}

/**
 * Starts this many sendings a second, each on a connection of its own that stays open until the
 * server closes it. The times begin when a sending is due.
 */
export async function sendApart(
  url: string,
  sendings: Iterable<Sending>,
  perSecond: number,
): Promise<ApartTimes> {
  const { hostname, port } = new URL(url);
  const times: Times = [];
  const underWay: Promise<void>[] = [];
  const begin = performance.now();
  let open = 0;
  let mostOpen = 0;
  const sendOne = async (sending: Sending, number: number, due: number): Promise<void> => {
    const { socket, send } = await openConnection(hostname, Number(port), addressOf(number));
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    socket.once('close', () => {
      open -= 1;
    });
    await send(sending);
    times.push(performance.now() - due);
  };
  for (const sending of sendings) {
    const due = begin + (1000 * underWay.length) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((done) => setTimeout(done, early));
    const sent = sendOne(sending, underWay.length, due);
    sent.catch(() => {});
    underWay.push(sent);
  }
  await Promise.all(underWay);
  return { times, mostOpen };
}

/** Returns one of many addresses of this machine, since a client may open only some connections. */
const addressOf = (number: number): string => `127.1.${(number >> 7) & 255}.${1 + (number & 127)}`;

interface Connection {
  readonly socket: Socket;
  send(sending: Sending): Promise<void>;
}

async function openConnection(
  host: string,
  port: number,
  localAddress?: string,
): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true, ...(localAddress && { localAddress }) });
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
