import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeFeeds } from '../../../../fixtures/statements/feeds.ts';
import { isInFull } from '../../../support/in-full.ts';
import { readBytes } from '../reading.ts';

// A feed without its end has fewer events, or another last value.
const cut = suite<{ folder: string }>('calendars that are cut off');

cut.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'trackrecord-cut-feeds-'));
});
cut.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

for (const { format, text } of madeFeeds(4)) {
  cut(`${format}: is reported wherever it ends`, async ({ folder }) => {
    const options = { format, accountId: undefined };
    const whole = await readBytes(folder, text, options);
    assert.ok(whole.rows.length > 0, whole.told.join());
    const silent: string[] = [];
    let refused = 0;
    const step = isInFull ? 1 : 7;
    for (let end = text.trimEnd().length - 1; end > 0; end -= step) {
      const part = text.slice(0, end);
      // A list of lines has nothing but whole lines.
      if (/\n$/.test(part) && /csv|history/.test(format)) continue;
      const found = await readBytes(folder, part, options);
      const isNoted = found.notes.some((note) => /it may be cut off/.test(note));
      if (found.rows.length === 0) refused += 1;
      else if (!isNoted && `${found.rows}` !== `${whole.rows}`) silent.push(part.slice(-30));
    }
    assert.equal(silent, []);
    assert.ok(refused > 10, `${refused} were refused`);
  });
}

cut.run();
