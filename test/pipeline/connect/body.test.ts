import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyFault, openBody } from '../../../pipeline/connect/body.ts';

const bodies = suite('bodies of requests');

const maxBytes = 1000;
const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const json = { type: 'application/json' as const };

/** Opens a body. Returns its fault, or null if it has none. Any other error fails the test. */
const open = (bytes: Uint8Array, isGzip: boolean) =>
  openBody({ bytes, isGzip, ...json }, maxBytes).catch((error: unknown) => {
    if (error instanceof BodyFault) return error;
    throw error;
  });

bodies('are read as sent, compressed or not, up to the limit', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      const bytes = Buffer.from(sent);
      const expected = bytes.length > maxBytes ? null : bytes;
      assert.equal(await open(bytes, false), expected);
      assert.equal(await open(gzipSync(bytes), true), expected);
    }),
  );
  const full = Buffer.alloc(maxBytes, 'x');
  for (const [bytes, expected] of [
    [full, full],
    [Buffer.alloc(maxBytes + 1, 'x'), null],
  ] as const) {
    assert.equal(await open(bytes, false), expected);
    assert.equal(await open(gzipSync(bytes), true), expected);
  }
});

bodies('that would unpack to a thousand times their size are refused', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const before = process.memoryUsage().rss;
  assert.is(await open(bomb, true), null);
  const more = process.memoryUsage().rss - before;
  assert.ok(more < 32 * 1024 * 1024, `${more} bytes more`);
});

bodies('of damaged gzip are refused, or read as sent', async () => {
  const sent = Buffer.from(JSON.stringify({ trades: [{ ticket: '1', profit: 1.5 }] }).repeat(4));
  const packed = gzipSync(sent);
  for (let end = 0; end < packed.length; end += 1) {
    const cut = await open(packed.subarray(0, end), true);
    assert.instance(cut, BodyFault, `cut off at ${end}`);
  }
  let refused = 0;
  for (let at = 0; at < packed.length; at += 1) {
    for (const bit of [1, 128]) {
      const changed = Buffer.from(packed);
      changed[at] = (changed[at] ?? 0) ^ bit;
      const opened = await open(changed, true);
      if (opened instanceof BodyFault) {
        refused += 1;
        assert.equal(
          [opened.status, opened.message],
          [400, 'The gzip body is damaged or cut off.'],
        );
      } else if (opened !== null) assert.equal(opened, sent, `byte ${at}`);
    }
  }
  assert.ok(refused > packed.length, `${refused} refused`);
});

bodies('that are not UTF-8 are refused', async () => {
  const isText = (bytes: Uint8Array): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  let refused = 0;
  const parts = fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom(
      [0xc3],
      [0xc3, 0xa4],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc0, 0x80],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 4 }), async (some) => {
      const bytes = Buffer.concat(some.map((part) => Uint8Array.from(part)));
      const opened = await open(bytes, false);
      assert.is(opened instanceof BodyFault, !isText(bytes));
      if (opened instanceof BodyFault) refused += 1;
    }),
  );
  assert.ok(refused > 20, `${refused} refused`);
});

bodies.run();
