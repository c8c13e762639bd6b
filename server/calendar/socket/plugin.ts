import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { clientOf } from '../../http/clients.ts';
import { ApiError } from '../../http/errors.ts';
import { answerCalendar } from '../route.ts';
import { type SocketServices, serveSocket } from './serve-socket.ts';

/** Adds WebSocket support to an app. Register its routes afterwards. */
export function acceptSockets(app: FastifyInstance, { connections, rules }: SocketServices): void {
  let timer: NodeJS.Timeout | undefined;
  // A variable avoids a type error: the library's types lack some options.
  const options = {
    maxPayload: rules.declaredBytes,
    maxFragments: rules.fragments,
    // All pings of a minute may come at once; one more is counted before the connection is cut.
    maxPendingAutoPongs: rules.framesPerMinute + 1,
    perMessageDeflate: false,
    closeTimeout: rules.closeMilliseconds,
    clientTracking: false,
  };
  app.register(websocket, {
    options,
    // The library has already closed the connection with the code of the error.
    errorHandler: () => {},
    preClose: (done) => {
      clearInterval(timer);
      connections.closeAll();
      done();
    },
  });
  app.addHook('onListen', (done) => {
    timer = setInterval(() => connections.sweep(), rules.sweepIntervalMilliseconds).unref();
    done();
  });
}

/** Returns options that let a route accept WebSocket handshakes besides normal requests. */
export function upgradeOf(services: SocketServices, isCalendar: boolean): Partial<RouteOptions> {
  return {
    onRequest: (request, _reply, next) => {
      if (!request.ws || !isHandshake(request.raw)) return next();
      try {
        checkHandshake(request.raw);
        if (!services.connections.hasRoomFor(clientOf(request.ip))) throw tooMany();
        next();
      } catch (error) {
        next(error instanceof Error ? error : new Error(String(error)));
      }
    },
    preHandler: async (request, reply) => {
      if (!request.ws || isHandshake(request.raw)) return;
      if (!isCalendar) throw new ApiError('not_found');
      await answerCalendar(services, request, reply.header('connection', 'close'));
      return reply;
    },
    wsHandler: (socket, request) => {
      services.cap.release(request.raw.socket);
      serveSocket(services, socket, request);
    },
  };
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    detail: 'Too many connections are open from this address.',
    headers: { 'retry-after': '60' },
  });

/** Tells whether a request asks for a WebSocket, the only upgrade that this port supports. */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Throws the problem of an invalid handshake, by RFC 6455 4.2.2. */
function checkHandshake({ headers }: IncomingMessage): void {
  if (headers['sec-websocket-version'] !== '13') {
    throw new ApiError('upgrade_required', {
      detail: 'Use version 13 of WebSocket.',
      headers: { 'sec-websocket-version': '13', upgrade: 'websocket' },
    });
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw new ApiError('bad_request', { detail: 'Sec-WebSocket-Key must be 16 bytes in base64.' });
  }
}
