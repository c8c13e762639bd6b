import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Log } from '../../../pipeline/base/log.ts';
import type { Verdict } from '../../callers/limits/limits.ts';
import { clientOf } from '../../http/clients.ts';
import type { ConnectionCap } from '../../http/connection-cap.ts';
import type { CalendarServices } from '../route.ts';
import type { Connections } from './connections.ts';
import { errorText, replyTo } from './replies.ts';
import { closeCodes, type SocketRules } from './rules.ts';

export interface SocketServices extends CalendarServices {
  readonly connections: Connections;
  /** Counts the port's connections until they become WebSockets. */
  readonly cap: ConnectionCap;
  readonly rules: SocketRules;
  readonly log: Log;
}

type Message = { readonly data: Buffer; readonly isBinary: boolean };

/** Answers the messages of a connection one after the other while it is open. */
export function serveSocket(
  services: SocketServices,
  socket: WebSocket,
  { ip }: Pick<FastifyRequest, 'ip'>,
): void {
  const { connections, limits, log } = services;
  const connection = connections.open(socket, clientOf(ip));
  let before: Promise<void> | undefined;

  const fail = (error: unknown): void => {
    log.error('message failed', { error: error instanceof Error ? error.stack : String(error) });
    socket.close(closeCodes.failure);
  };
  const reply = (message: Message, verdict: Verdict): void => {
    if (socket.readyState !== socket.OPEN) return;
    try {
      socket.send(replyFor(services, message, verdict), { binary: false });
    } catch (error) {
      fail(error);
    }
  };
  const answer = (message: Message): void => {
    const verdict = limits.take('calendar_messages', connection.client);
    // Answer at once: a close in the same packet is read next, and nothing can be sent after it.
    if (!before && !(verdict instanceof Promise)) {
      reply(message, verdict);
      return;
    }
    const replied = Promise.all([verdict, before]).then(([known]) => reply(message, known), fail);
    before = replied;
    replied.then(() => {
      if (before === replied) before = undefined;
    });
  };

  socket.on('message', (data, isBinary) => {
    if (!Buffer.isBuffer(data) || !connections.count(connection)) return;
    connections.noteActivity(connection);
    answer({ data, isBinary });
  });
  socket.on('ping', () => {
    if (connections.count(connection)) connections.noteActivity(connection);
  });
  socket.on('pong', () => connections.count(connection));
}

function replyFor(
  { calendar, rules }: SocketServices,
  { data, isBinary }: Message,
  { isAllowed, limit, retryAfter }: Verdict,
): string | Buffer {
  if (!isAllowed) {
    return errorText(`rate limit of ${limit} messages a minute; try again in ${retryAfter} s.`);
  }
  if (isBinary) return errorText('Send a text message, not a binary one.');
  if (data.length > rules.messageBytes) {
    return errorText(`The message is longer than ${rules.messageBytes} bytes.`);
  }
  return replyTo(data.toString(), calendar);
}
