import { openPointer } from '../../../../pipeline/publish/store/pointer.ts';

// Program for pointer.test.ts. For each line that comes, it takes the lease, and prints its epoch
// and the serial it goes on from. For the next line it publishes on that lease, whatever has
// happened since.

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
