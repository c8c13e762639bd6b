import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compact } from '../../../../pipeline/publish/snapshot/compact.ts';
import type { Identity } from '../../../../pipeline/publish/snapshot/layout.ts';
import { packHere } from '../../../../pipeline/publish/snapshot/packs.ts';
import { Parts } from '../../../../pipeline/publish/snapshot/parts.ts';
import { withDirectory } from '../../../support/directory.ts';
import { type Whole, wholeOf } from '../../../support/entries.ts';
import { putPart } from '../../../support/put-part.ts';

const compacting = suite('compact');

const identity = (id: string): Identity => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
});

/** Publishes a version by many small runs, each of one account. */
async function afterRuns(directory: string, runs: number): Promise<Whole> {
  let whole: Whole | undefined;
  for (let run = 0; run < runs; run += 1) {
    const parts = partsOf(directory, whole);
    const id = `account ${run % 7}`;
    parts.enter(identity(id));
    await putPart(parts, 'sections', id, 'twr', 1, `twr ${run}`);
    await putPart(parts, 'trades', id, 'trades', run, `list ${run}`);
    await putPart(parts, 'csv', id, 'by_symbol.csv', 0, '');
    await parts.seal();
    whole = wholeOf(parts.assemble());
  }
  if (!whole) throw new Error('no runs');
  return whole;
}

function partsOf(
  directory: string,
  { entries, files }: Pick<Whole, 'entries' | 'files'> = { entries: [], files: [] },
): Parts {
  const parts = new Parts(packHere(join(directory, 'packs'), directory), files);
  for (const entry of entries) parts.keep(entry);
  return parts;
}

function contentOf(directory: string, { files, entries }: Whole): string[] {
  return entries.flatMap(({ id, parts }) =>
    Object.entries(parts).map(([part, [file, offset, bytes, , rows]]) => {
      const text = readFileSync(join(directory, files[file]?.path ?? ''), 'utf8');
      return `${id} ${part} ${rows}: ${text.slice(offset, offset + bytes)}`;
    }),
  );
}

compacting('many small packs become few, every part as it was', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const before = await afterRuns(directory, 20);
    const parts = partsOf(directory, before);
    await compact(parts, directory, 10);
    const after = wholeOf(parts.assemble());
    assert.is(after.files.length, 3);
    assert.is(after.sha256, before.sha256);
    assert.equal(contentOf(directory, after), contentOf(directory, before));
  }),
);

compacting('few packs stay as they are', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const before = await afterRuns(directory, 20);
    const parts = partsOf(directory, before);
    await compact(parts, directory, before.files.length);
    assert.equal(wholeOf(parts.assemble()), before);
  }),
);

compacting('a damaged part stops it', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const before = await afterRuns(directory, 20);
    const parts = partsOf(directory, {
      ...before,
      entries: before.entries.map((entry) => ({
        ...entry,
        parts: { ...entry.parts, twr: [0, 0, 1, 'a'.repeat(64), 1] },
      })),
    });
    const said = await compact(parts, directory, 1).then(() => 'nothing', String);
    assert.match(said, /twr is not as published/);
    await parts.abandon();
  }),
);

compacting.run();
