import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { nextAddress } from '../../raw.ts';

export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

export interface FrameOptions {
  readonly isFinal?: boolean;
  /** The three reserved bits, as a number. */
  readonly reserved?: number;
  readonly mask?: Buffer | null;
  /** Length in the header of the frame. The payload is sent unchanged. */
  readonly declared?: bigint;
}

/** Makes a frame by RFC 6455, 5.2, with the wanted faults. */
export function frame(
  opcode: number,
  payload: Buffer | string = '',
  { isFinal = true, reserved = 0, mask = randomBytes(4), declared }: FrameOptions = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const length = declared ?? BigInt(bytes.length);
  const masked = mask === null ? 0 : 0x80;
  const head = Buffer.alloc(length < 126n ? 2 : length < 65_536n ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = masked | (length < 126n ? Number(length) : length < 65_536n ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(Number(length), 2);
  if (head.length === 10) head.writeBigUInt64BE(length, 2);
  if (mask === null) return Buffer.concat([head, bytes]);
  const hidden = bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([head, mask, hidden]);
}

/** Makes the payload of a close frame. */
export function closing(code: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(code);
  return bytes;
}

export interface Received {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** Parses the complete frames at the start of the bytes that a server sent. */
function framesIn(bytes: Buffer): Received[] {
  const found: Received[] = [];
  let at = 0;
  while (bytes.length >= at + 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const size = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < at + size) break;
    const length =
      size === 2
        ? short
        : size === 4
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    const start = at + size;
    if (bytes.length < start + length) break;
    found.push({ opcode: (bytes[at] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

/** Describes each frame of a server in a few words. */
export function describe({ opcode, payload }: Received): string {
  if (opcode === opcodes.pong) return `pong frame ${payload.toString('hex')}`;
  if (opcode === opcodes.close) {
    return `close ${payload.length === 0 ? 'without a code' : payload.readUInt16BE()}`;
  }
  const text = payload.toString();
  if (text.startsWith('{"generated_at"')) return 'body';
  return text.startsWith('Error: ') ? 'error' : text;
}

export interface RawSocket {
  readonly socket: Socket;
  /** Returns the bytes received so far, without the handshake. */
  received(): Received[];
  /** Resolves when the server has ended the connection, to all bytes received. */
  readonly ended: Promise<Received[]>;
}

export const handshake = (path = '/', more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

/** Opens a WebSocket without a library, from its own address by default. */
export async function openRaw(url: string, localAddress = nextAddress()): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.setNoDelay(true);
  let bytes = Buffer.alloc(0);
  const ended = new Promise<Received[]>((resolve) => {
    socket.on('close', () => resolve(framesIn(bytes)));
  });
  socket.on('error', () => {});
  socket.write(handshake());
  const [first] = await once(socket, 'data');
  const head = Buffer.from(first);
  const end = head.indexOf('\r\n\r\n') + 4;
  if (!head.toString().startsWith('HTTP/1.1 101 ')) throw new Error(head.toString());
  bytes = head.subarray(end);
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
  });
  return { socket, received: () => framesIn(bytes), ended };
}
