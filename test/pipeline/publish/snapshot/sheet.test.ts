import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBytes } from '../../../../pipeline/publish/snapshot/bytes.ts';
import { lineEnds } from '../../../../pipeline/publish/snapshot/sheet.ts';

const reading = suite('lines');
const chunk = 4 * 1024 * 1024;

const endsOf = (text: string, lines: number) => [...lineEnds(openBytes(Buffer.from(text)), lines)];

reading('end after their newline, however long they are', () => {
  const lengths = [0, 1, chunk - 2, chunk - 1, 5, 3 * chunk, 0, chunk, 2];
  const text = lengths.map((length) => `${'a'.repeat(length)}\n`).join('');
  const expected = lengths.map((_, at) =>
    lengths.slice(0, at + 1).reduce((sum, length) => sum + length + 1, 0),
  );
  assert.equal(endsOf(text, lengths.length), [0, ...expected]);
  assert.equal(endsOf('', 0), [0]);
});

reading('are as many as were expected, and whole', () => {
  assert.throws(() => endsOf('a\n', 2), 'bytes ends after 1 of 2 lines');
  assert.throws(() => endsOf('a\nb\n', 1), 'bytes goes on after 1 lines');
  assert.throws(() => endsOf('a\nb', 1), 'bytes ends within a line');
});

reading.run();
