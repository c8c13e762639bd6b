/** Limits of a connection, in milliseconds, bytes and numbers. */
export interface SocketRules {
  /** Time without a message or ping after which a connection is closed. */
  readonly idleMilliseconds: number;
  /** Interval at which all connections are checked. */
  readonly sweepIntervalMilliseconds: number;
  /** Time for a client to answer a close before its connection is cut. */
  readonly closeMilliseconds: number;
  /** Longest message; a longer one gets an error. */
  readonly messageBytes: number;
  /** Longest message that is read at all, by the length in its header. */
  readonly declaredBytes: number;
  /** Most fragments of a message. */
  readonly fragments: number;
  /** Most bytes of answers that a client may leave unread. If it then asks for more, it is cut. */
  readonly waitingBytes: number;
  /** Most open connections of one client. */
  readonly connections: number;
  /** Messages, pings and pongs of a connection within a minute; more are a flood. */
  readonly framesPerMinute: number;
}

export const socketRules: SocketRules = {
  idleMilliseconds: 60_000,
  sweepIntervalMilliseconds: 100,
  closeMilliseconds: 2_000,
  messageBytes: 4 * 1024,
  declaredBytes: 16 * 1024,
  fragments: 16,
  waitingBytes: 256 * 1024,
  connections: 1_000,
  framesPerMinute: 600,
};

/** Close codes of RFC 6455 7.4.1 that this server sends. The library sends those for bad frames. */
export const closeCodes = { done: 1000, goingAway: 1001, flood: 1008, failure: 1011 } as const;
