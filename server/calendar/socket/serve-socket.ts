import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Log } from '../../../pipeline/log.ts';
import { clientOf } from '../../limits/clients.ts';
import type { CalendarServices } from '../route.ts';
import type { Connection, Connections } from './connections.ts';
import { errorText, replyTo } from './replies.ts';
import { closeCodes, type SocketRules } from './rules.ts';

export interface SocketServices extends CalendarServices {
  readonly connections: Connections;
  readonly rules: SocketRules;
  readonly log: Log;
}

type Message = { readonly data: Buffer; readonly isBinary: boolean };

/** Answers the messages of a connection one after the other, as long as it is open. */
export function serveSocket(
  services: SocketServices,
  socket: WebSocket,
  { ip }: Pick<FastifyRequest, 'ip'>,
): void {
  const { connections, log } = services;
  const connection = connections.open(socket, clientOf(ip));
  let answered = ready;

  const answer = async (message: Message): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return;
    try {
      socket.send(await replyFor(services, connection, message), { binary: false });
    } catch (error) {
      log.error('message failed', { error: error instanceof Error ? error.stack : String(error) });
      socket.close(closeCodes.failure);
    }
  };

  socket.on('message', (data, isBinary) => {
    if (!Buffer.isBuffer(data) || !connections.count(connection)) return;
    connections.hear(connection);
    answered = answered.then(() => answer({ data, isBinary }));
  });
  socket.on('ping', () => {
    if (connections.count(connection)) connections.hear(connection);
  });
  socket.on('pong', () => connections.count(connection));
}

const ready = Promise.resolve();

async function replyFor(
  { calendar, limits, rules }: SocketServices,
  { client }: Connection,
  { data, isBinary }: Message,
): Promise<string | Buffer> {
  const { isAllowed, limit, retryAfter } = await limits.take('calendar_messages', client);
  if (!isAllowed) {
    return errorText(`rate limit of ${limit} messages a minute; try again in ${retryAfter} s.`);
  }
  if (isBinary) return errorText('A message is text; this one is binary.');
  if (data.length > rules.messageBytes) {
    return errorText(`A message has at most ${rules.messageBytes} bytes.`);
  }
  return replyTo(data.toString(), calendar);
}
