import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LineReader } from '../../../pipeline/snapshot/lines.ts';
import { withDirectory } from './directory.ts';

const reading = suite('lines');
const chunk = 4 * 1024 * 1024;

const withReader = (text: string, work: (reader: LineReader) => void) =>
  withDirectory((directory) => {
    const path = join(directory, 'lines');
    writeFileSync(path, text);
    const reader = new LineReader(path);
    try {
      work(reader);
    } finally {
      reader.close();
    }
  });

const lengths = [0, 1, chunk - 2, chunk - 1, 5, 3 * chunk, 0, chunk, 2];

reading('gives lines of any length one after the other', () => {
  const lines = lengths.map((length, at) => String.fromCharCode(97 + at).repeat(length));
  return withReader(lines.map((line) => `${line}\n`).join(''), (reader) => {
    for (const line of lines) assert.ok(String(reader.line()) === line, `line of ${line.length}`);
    assert.throws(() => reader.line(), 'file ends before the last expected line');
  });
});

reading('hands on bytes of several lines with the end of each', () => {
  const lines = lengths.map((length, at) => String.fromCharCode(97 + at).repeat(length));
  const text = lines.map((line) => `${line}\n`).join('');
  return withReader(text, (reader) => {
    reader.take(0, () => assert.unreachable('no line was asked for'));
    const pieces: Buffer[] = [];
    const ends: number[] = [];
    const append = (bytes: Buffer) => void pieces.push(Buffer.from(bytes));
    reader.take(2, append, (end) => void ends.push(end));
    reader.take(lines.length - 2, append, (end) => void ends.push(end));
    assert.ok(Buffer.concat(pieces).equals(Buffer.from(text)));
    const sums = (sizes: number[]) => sizes.map((_, at) => sum(sizes.slice(0, at + 1)));
    const sizes = lines.map((line) => line.length + 1);
    assert.equal(ends, [...sums(sizes.slice(0, 2)), ...sums(sizes.slice(2))]);
  });
});

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

reading('a last line without its newline is no line', () =>
  withReader('whole\nhalf', (reader) => {
    assert.is(String(reader.line()), 'whole');
    assert.throws(() => reader.line(), 'file ends before the last expected line');
  }),
);

reading.run();
