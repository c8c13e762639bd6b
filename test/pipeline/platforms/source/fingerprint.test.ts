import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeExports } from '../../../../fixtures/statements/exports.ts';
import { importFormats } from '../../../../pipeline/platforms/index.ts';
import { fingerprintOf } from '../../../../pipeline/platforms/source/fingerprint.ts';
import { parseTimezone } from '../../../../pipeline/read/timezone.ts';
import { withDirectory } from '../../../support/directory.ts';

const fingerprints = suite('fingerprints of exports');

const sha = (text: string | Uint8Array) =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

fingerprints('are of the bytes of a file, or of the answers in a folder by their names', () =>
  withDirectory(async (directory) => {
    const folder = join(directory, 'answers');
    mkdirSync(folder);
    writeFileSync(join(folder, 'b.json'), '2');
    writeFileSync(join(folder, 'a.json'), '1');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    assert.is(await fingerprintOf(folder), sha('12'));
    assert.is(await fingerprintOf(join(folder, 'a.json')), sha('1'));
  }),
);

for (const { name, holds, importFile } of importFormats) {
  const made = madeExports[name]?.();
  // The generated table is a calendar. Tables of trades are handled like lists.
  if (holds !== 'account' || made === undefined || name === 'table') continue;
  fingerprints(`are the statement of every account of ${name}, on whatever clock`, () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'export');
      writeFileSync(file, made);
      // The headings of cTrader's times name their zone.
      for (const zone of name === 'ctrader' ? ['UTC+02:00'] : ['UTC', 'NY+7']) {
        const { tables } = await importFile(file, {
          accountId: 'MT4:1',
          currency: 'USD',
          timezone: parseTimezone(zone),
        });
        assert.ok(tables.accounts?.length);
        for (const table of [tables.accounts ?? [], tables.printed_figures ?? []]) {
          for (const { statement } of table) assert.is(statement, sha(made));
        }
      }
    }),
  );
}

fingerprints.run();
