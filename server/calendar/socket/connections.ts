import { WebSocket } from 'ws';
import { errorText } from './replies.ts';
import { closeCodes, type SocketRules } from './rules.ts';

/** An open connection and what is remembered of it. */
export interface Connection {
  readonly socket: WebSocket;
  readonly client: string;
}

/** All open connections: how many a client has, how long each was silent, how much it sends. */
export interface Connections {
  /** Whether this client may have one more. */
  hasRoomFor(client: string): boolean;
  open(socket: WebSocket, client: string): Connection;
  /** How many are open. */
  size(): number;
  /** Counts a frame; false where it is not to be answered, as the connection is closed for it. */
  count(connection: Connection): boolean;
  /** Notes that the client is there. */
  hear(connection: Connection): void;
  /** Closes the connections that were silent for too long. */
  sweep(): void;
  /** Closes all connections and lets none stay that is opened later. */
  closeAll(): void;
}

interface Held extends Connection {
  heardAt: number;
  minuteStartedAt: number;
  frames: number;
}

const minute = 60_000;

/** `steady` is in milliseconds and runs evenly, whatever happens to the time of day. */
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
      // What else comes is not even read, until the connection is cut.
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
