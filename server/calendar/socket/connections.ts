import { WebSocket } from 'ws';
import { errorText } from './replies.ts';
import { closeCodes, type SocketRules } from './rules.ts';

/** An open connection. */
export interface Connection {
  readonly socket: WebSocket;
  readonly client: string;
}

/** Open connections, with the limits on their number, silence and messages. */
export interface Connections {
  /** Tells whether a client may open another connection. */
  hasRoomFor(client: string): boolean;
  open(socket: WebSocket, client: string): Connection;
  /** Returns the number of open connections. */
  size(): number;
  /**
   * Counts a frame. Returns false if the connection is closed and the frame must not be answered.
   */
  count(connection: Connection): boolean;
  /** Notes that the client has sent something. */
  hear(connection: Connection): void;
  /** Closes the connections that were silent for too long. */
  sweep(): void;
  /** Closes all connections, and later ones as soon as they open. */
  closeAll(): void;
}

interface Held extends Connection {
  heardAt: number;
  minuteStartedAt: number;
  frames: number;
}

const minute = 60_000;

/** Creates the list of connections. `steady` returns monotonic milliseconds. */
export function createConnections(rules: SocketRules, steady: () => number): Connections {
  const held = new Map<Connection, Held>();
  const perClient = new Map<string, number>();
  let isClosing = false;

  const add = (client: string, change: 1 | -1): void => {
    const connections = (perClient.get(client) ?? 0) + change;
    if (connections === 0) perClient.delete(client);
    else perClient.set(client, connections);
  };

  return {
    hasRoomFor: (client) => (perClient.get(client) ?? 0) < rules.connections,
    size: () => held.size,
    open(socket, client) {
      const now = steady();
      const connection = { socket, client, heardAt: now, minuteStartedAt: now, frames: 0 };
      held.set(connection, connection);
      add(client, 1);
      socket.once('close', () => {
        held.delete(connection);
        add(client, -1);
      });
      if (isClosing) socket.close(closeCodes.goingAway);
      return connection;
    },
    count(connection) {
      const known = held.get(connection);
      if (known === undefined || known.socket.readyState !== WebSocket.OPEN) return false;
      if (known.socket.bufferedAmount > rules.waitingBytes) {
        known.socket.terminate();
        return false;
      }
      const now = steady();
      if (now - known.minuteStartedAt >= minute) {
        known.minuteStartedAt = now;
        known.frames = 0;
      }
      known.frames += 1;
      if (known.frames <= rules.framesPerMinute) return true;
      known.socket.send(errorText('Too many messages within a minute; the connection is closed.'));
      known.socket.close(closeCodes.flood, 'too many messages');
      // Nothing more is read until the connection is cut.
      known.socket.pause();
      return false;
    },
    hear(connection) {
      const known = held.get(connection);
      if (known) known.heardAt = steady();
    },
    sweep() {
      const now = steady();
      for (const { socket, heardAt } of held.values()) {
        if (now - heardAt < rules.idleMilliseconds) continue;
        if (socket.readyState === WebSocket.OPEN) socket.close(closeCodes.done, 'silence');
      }
    },
    closeAll() {
      isClosing = true;
      for (const { socket } of held.values()) socket.close(closeCodes.goingAway);
    },
  };
}
