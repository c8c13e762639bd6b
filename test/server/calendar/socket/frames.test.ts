import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDesk } from '../world.ts';
import { type FrameCase, frameCases } from './frames.ts';
import { closing, describe, frame, opcodes, openRaw } from './raw-socket.ts';

const frames = suite('calendar frames');

const parting = [frame(opcodes.text, 'ping'), frame(opcodes.close, closing(1000))];

/** Returns true if a case ends the connection by itself. */
const isClosing = ({ expected }: FrameCase): boolean =>
  expected.some((words) => words.startsWith('close'));

async function run(url: string, tested: FrameCase, chop: (bytes: Buffer) => Buffer[]) {
  const raw = await openRaw(url);
  const bytes = Buffer.concat([...tested.sent, ...(isClosing(tested) ? [] : parting)]);
  for (const piece of chop(bytes)) raw.socket.write(piece);
  const received = (await raw.ended).map(describe);
  const expected = isClosing(tested) ? tested.expected : [...tested.expected, 'pong', 'close 1000'];
  assert.equal(received, expected, tested.name);
}

frames('end or are answered as RFC 6455 has it', async () => {
  await withDesk(async ({ open }) => {
    const url = await open();
    assert.ok(frameCases.length > 150);
    for (const tested of frameCases) await run(url, tested, (bytes) => [bytes]);
  });
});

frames('mean the same whatever packets they come in', async () => {
  await withDesk(async ({ open }) => {
    const url = await open();
    const short = frameCases.filter(({ sent }) => Buffer.concat(sent).length < 200);
    for (const tested of short) {
      await run(url, tested, (bytes) => [...bytes].map((byte) => Buffer.from([byte])));
    }
  });
});

frames.run();
