/** What a connection may do, in milliseconds, bytes and numbers. */
export interface SocketRules {
  /** Without a message or a ping, after which a connection is closed. */
  readonly idleMilliseconds: number;
  /** Between two looks at all connections. */
  readonly sweepIntervalMilliseconds: number;
  /** For a client to answer a close, after which its connection is cut. */
  readonly closeMilliseconds: number;
  /** Of a message; a longer one is an error. */
  readonly messageBytes: number;
  /** Of a message, as it declares itself; beyond this nothing more of it is read. */
  readonly declaredBytes: number;
  /** Of a message. */
  readonly fragments: number;
  /** Of answers that a client has not taken; who asks for more then is cut. */
  readonly waitingBytes: number;
  /** Open at once from one client. */
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

/**
 * The codes of RFC 6455 7.4.1 that this server itself closes with; ws knows those of bad frames.
 */
export const closeCodes = { done: 1000, goingAway: 1001, flood: 1008, failure: 1011 } as const;
