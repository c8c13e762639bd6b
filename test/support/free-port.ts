import { once } from 'node:events';
import { createServer } from 'node:net';

const [least, most] = [10_000, 30_000];

/** A port that is free, below those that the system gives to whoever asks for any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = least + Math.floor(Math.random() * (most - least));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
