import { once } from 'node:events';
import { createServer } from 'node:net';

const [min, max] = [10_000, 30_000];

/** Finds a free port, below those that the system gives for port 0. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = min + Math.floor(Math.random() * (max - min));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
