import { connect, type Socket } from 'node:net';
import { timeout } from '../support/timeout.ts';

export interface RawAnswer {
  readonly status: number;
  /** Headers by lower-case name. A repeated header fails the test. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Bytes of a connection, and whether the server closed it. */
export interface Exchange {
  readonly text: string;
  readonly answers: readonly RawAnswer[];
  readonly isClosed: boolean;
}

let clients = 0;

/** Returns an address of this machine that sent no request before, so that no limit applies. */
export function nextAddress(): string {
  clients += 1;
  return `127.${1 + (process.pid % 200)}.${clients >> 8}.${clients & 255}`;
}

/** Opens a connection to a server on this machine, from its own address. */
export function open(url: string, localAddress: string = nextAddress()): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), localAddress });
}

/**
 * Sends bytes and collects the answers, until the server closes the connection or `wanted` answers
 * came.
 */
export function exchange(
  url: string,
  bytes: string | Buffer,
  { wanted = Number.POSITIVE_INFINITY, from = nextAddress() } = {},
): Promise<Exchange> {
  const isHead = bytes.toString().startsWith('HEAD ');
  return new Promise((resolve) => {
    const socket = open(url, from);
    let text = '';
    const finish = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, answers: answersOf(text, isHead), isClosed });
    };
    const timer = setTimeout(() => finish(false), timeout);
    socket.on('data', (data) => {
      timer.refresh();
      text += data.toString('latin1');
      if (answersOf(text, isHead).length >= wanted) finish(false);
    });
    socket.on('close', () => finish(true));
    // A server that refuses early resets the connection while the client still sends.
    socket.on('error', () => {});
    socket.write(bytes);
  });
}

/**
 * Lists the complete answers in a stream. Answers to HEAD have no body, whatever length they name.
 */
export function answersOf(stream: string, isHead = false): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = stream;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (head === null) return answers;
    const headers = headersOf(head[2] ?? '');
    const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
    const end = head[0].length + length;
    if (rest.length < end) return answers;
    answers.push({
      status: Number(head[1]),
      headers,
      body: Buffer.from(rest.slice(head[0].length, end), 'latin1').toString(),
    });
    rest = rest.slice(end);
  }
}

function headersOf(lines: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines.split('\r\n').slice(0, -1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (headers.has(name)) throw new Error(`${name} came twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}
