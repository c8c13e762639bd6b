import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCommand } from './commands/process.ts';
import { exchange } from './raw.ts';
import { withWorld } from './world.ts';

const stop = suite('stopping under load');

const clients = 16;
const maxServed = 300;
const request = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: records.example\r\n\r\n`.repeat(3);

stop('answers every complete request, fails none and ends', async () => {
  await withWorld(async ({ dataDir }) => {
    const { child, answers, ended } = startCommand(['serve'], dataDir);
    try {
      const { url } = await answers;
      const found: number[] = [];
      let isStopped = false;
      let isAsked = false;
      const client = async (): Promise<void> => {
        while (!isStopped) {
          const { text, answers } = await exchange(url, request('/api/v1/accounts/north-eurusd'), {
            wanted: 3,
          });
          found.push(...answers.map(({ status }) => status));
          // Requests without a complete answer were cut off in the middle of one.
          assert.is(text.slice(-1), answers.length === 0 ? '' : '}');
          if (isAsked || found.length < maxServed) continue;
          isAsked = true;
          child.kill('SIGTERM');
        }
      };
      const working = Promise.all(Array.from({ length: clients }, client));
      assert.is(await ended, 0);
      isStopped = true;
      await working;
      assert.ok(found.length >= maxServed);
      assert.equal([...new Set(found)], [200]);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
});

stop.run();
