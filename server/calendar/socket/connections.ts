import { WebSocket } from 'ws';
import { errorText } from './replies.ts';
import { closeCodes, type SocketRules } from './rules.ts';

/** An open connection. */
interface Connection {
  readonly socket: WebSocket;
  readonly client: string;
}

/** Open connections. They have limits: how many, how long silent, how many messages. */
export interface Connections {
  /** Tells whether a client may open another connection. */
  hasRoomFor(client: string): boolean;
  open(socket: WebSocket, client: string): Connection;
  /** Returns the number of open connections. */
  size(): number;
  /**
   * Counts a frame. Returns false if the connection is closed, perhaps because of this frame. Then
   * don't answer the frame.
   */
  count(connection: Connection): boolean;
  /** Notes that the client has sent something. */
  noteActivity(connection: Connection): void;
  /** Closes the connections that have been silent for too long. */
  sweep(): void;
  /** Closes all connections, and later ones as soon as they open. */
  closeAll(): void;
}

interface TrackedConnection extends Connection {
  heardAt: number;
  minuteStartedAt: number;
  frames: number;
}

const minute = 60_000;

/** Counts a frame. Returns the frames of the minute that it belongs to. */
function countFrame(entry: TrackedConnection, now: number): number {
  if (now - entry.minuteStartedAt >= minute) {
    entry.minuteStartedAt = now;
    entry.frames = 0;
  }
  entry.frames += 1;
  return entry.frames;
}

/** Creates the list of connections. `steady` returns monotonic milliseconds. */
export function createConnections(rules: SocketRules, steady: () => number): Connections {
  const tracked = new Map<Connection, TrackedConnection>();
  const perClient = new Map<string, number>();
  let isClosing = false;

  const add = (client: string, change: 1 | -1): void => {
    const connections = (perClient.get(client) ?? 0) + change;
    if (connections === 0) perClient.delete(client);
    else perClient.set(client, connections);
  };

  return {
    hasRoomFor: (client) => (perClient.get(client) ?? 0) < rules.connections,
    size: () => tracked.size,
    open(socket, client) {
      const now = steady();
      const connection = { socket, client, heardAt: now, minuteStartedAt: now, frames: 0 };
      tracked.set(connection, connection);
      add(client, 1);
      socket.once('close', () => {
        tracked.delete(connection);
        add(client, -1);
      });
      if (isClosing) socket.close(closeCodes.goingAway);
      return connection;
    },
    count(connection) {
      const entry = tracked.get(connection);
      if (entry === undefined || entry.socket.readyState !== WebSocket.OPEN) return false;
      if (entry.socket.bufferedAmount > rules.waitingBytes) {
        entry.socket.terminate();
        return false;
      }
      if (countFrame(entry, steady()) <= rules.framesPerMinute) return true;
      entry.socket.send(errorText('Too many messages within a minute; the connection is closed.'));
      entry.socket.close(closeCodes.flood, 'too many messages');
      // Nothing more is read until the connection is cut.
      entry.socket.pause();
      return false;
    },
    noteActivity(connection) {
      const entry = tracked.get(connection);
      if (entry) entry.heardAt = steady();
    },
    sweep() {
      const now = steady();
      for (const { socket, heardAt } of tracked.values()) {
        if (now - heardAt < rules.idleMilliseconds) continue;
        if (socket.readyState === WebSocket.OPEN) socket.close(closeCodes.done, 'silence');
      }
    },
    closeAll() {
      isClosing = true;
      for (const { socket } of tracked.values()) socket.close(closeCodes.goingAway);
    },
  };
}
