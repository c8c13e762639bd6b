import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBytes } from '../../../../pipeline/publish/snapshot/bytes.ts';
import {
  Entries,
  idIn,
  linesIn,
  writeEntries,
} from '../../../../pipeline/publish/snapshot/entries.ts';
import type { AccountEntry } from '../../../../pipeline/publish/snapshot/layout.ts';
import { withDirectory } from '../../../support/directory.ts';

const reading = suite('entries');

const entry = (id: string, trades: number): AccountEntry => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
  parts: { trades: [0, trades, 1, 'a'.repeat(64), trades] },
});

reading('are the lines of a file, whatever amount is read in one go', () => {
  const line = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\n'));
  fc.assert(
    fc.property(
      fc.array(line),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      (lines, ends, size) => {
        const bytes = Buffer.from(lines.join('\n') + (ends ? '\n' : ''));
        const found = [...linesIn(openBytes(bytes), size)];
        assert.equal(
          found.map((item) => item.bytes.toString()),
          lines,
        );
        for (const entry of found) {
          assert.ok(
            bytes.subarray(entry.offset, entry.offset + entry.bytes.length).equals(entry.bytes),
          );
        }
      },
    ),
    { seed: 1 },
  );
});

reading('have ids that can be read without the rest of the line', () => {
  const ids = ['', 'MT5:1@Broker', 'żółć ✓', 'a "quoted" one', 'back\\slash', 'portfolio:all'];
  for (const id of ids) {
    const line = entry(id, 1);
    assert.is(idIn(Buffer.from(JSON.stringify(line))), id);
    assert.is(idIn(Buffer.from(JSON.stringify({ as_of: '2024-06-12T12:00:00Z', ...line }))), id);
  }
});

reading('are found by id in a file that is gone, where only some were wanted', () =>
  withDirectory(async (directory) => {
    const path = join(directory, 'accounts.ndjson');
    const all = ['', 'a', 'b', 'c'].map((id, at) => entry(id, at));
    writeEntries(
      path,
      all.map((item) => Buffer.from(JSON.stringify(item))),
    );
    const entries = new Entries(path, (id) => id !== 'b', 7);
    rmSync(path);
    assert.equal([...entries.ids()], ['', 'a', 'c']);
    assert.equal([...entries.all()], [all[0], all[1], all[3]]);
    assert.equal(
      [entries.entry('c'), entries.entry('c'), entries.entry('')],
      [all[3], all[3], all[0]],
    );
    assert.equal([entries.entry('b'), entries.line('b')], [undefined, undefined]);
    assert.is(entries.line('a')?.toString(), JSON.stringify(all[1]));
    entries.close();
  }),
);

reading('are written with the hash of the file, whose end is a line end', () =>
  withDirectory(async (directory) => {
    const path = join(directory, 'accounts.ndjson');
    // Longer than one write.
    const lines = Array.from({ length: 3000 }, (_, at) => `${at} ${'x'.repeat(500)}`);
    const written = writeEntries(
      path,
      lines.map((line) => Buffer.from(line)),
    );
    const expected = Buffer.from(`${lines.join('\n')}\n`);
    assert.ok(readFileSync(path).equals(expected));
    const sha256 = createHash('sha256').update(expected).digest('hex');
    assert.equal(written, { sha256, bytes: expected.length, rows: lines.length });
    assert.equal(writeEntries(path, []).bytes, 0);
    assert.is(readFileSync(path).length, 0);
  }),
);

reading('are refused if the file ends with something else', () =>
  withDirectory(async (directory) => {
    const path = join(directory, 'accounts.ndjson');
    writeFileSync(path, `${JSON.stringify(entry('a', 1))}\n`);
    appendFileSync(path, 'not an entry\n');
    assert.throws(() => new Entries(path), 'JSON');
  }),
);

reading.run();
