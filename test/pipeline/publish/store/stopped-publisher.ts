import { openPointer } from '../../../../pipeline/publish/store/pointer.ts';

// Used by pointer.test.ts. On the first message it takes the lease, and sends its epoch. On the
// second it publishes with that lease, whatever has happened since. Then it starts over.

const pointer = await openPointer(process.argv[2] ?? '');
const say = (message: unknown): void => void process.send?.(message);
let publish: (() => Promise<void>) | null = null;

process.on('message', async (version: string) => {
  if (publish) {
    await publish();
    publish = null;
    return;
  }
  const lease = await pointer.lease('stopped', 0.05);
  const { serial } = await pointer.read();
  publish = async () => {
    say(await lease?.move(serial, version, { sha256: '0'.repeat(64), bytes: 1 }));
  };
  say(lease?.epoch);
});
say('ready');
