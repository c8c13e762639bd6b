import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Server on a free port of this machine. */
export interface Listening {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server, or one that answers requests so. */
export async function listenLocally(answering: Server | RequestListener): Promise<Listening> {
  const server = typeof answering === 'function' ? createServer(answering) : answering;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.closeAllConnections();
      server.close();
      await closed;
    },
  };
}
