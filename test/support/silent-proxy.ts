import { createServer, connect as open, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** Proxy in front of a TCP server that can hold back all answers. */
export interface SilentProxy {
  readonly port: number;
  /** Answers of the server so far. */
  readonly answered: { readonly pieces: number; readonly bytes: number };
  /** From now on accepts connections and requests, but answers nothing. */
  silence(): void;
  /** Lets new connections through again. The silenced ones stay silent. */
  speak(): void;
  close(): void;
}

/** Starts a proxy in front of a port of this host. */
export async function startSilentProxy(upstreamPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  const connections = new Set<Socket>();
  const answered = { pieces: 0, bytes: 0 };
  let isSilent = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (isSilent) {
      connections.add(client);
      client.resume();
      return;
    }
    const upstream = open(upstreamPort, '127.0.0.1');
    keep(upstream);
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      if (isSilent) connections.add(client);
      if (connections.has(client)) return;
      answered.pieces += 1;
      answered.bytes += bytes.length;
      client.write(bytes);
    });
    upstream.on('close', () => {
      if (!connections.has(client)) client.destroy();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    answered,
    silence() {
      isSilent = true;
    },
    speak() {
      isSilent = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the address with the proxy in it. */
export function behind({ port }: SilentProxy, url: string): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}
