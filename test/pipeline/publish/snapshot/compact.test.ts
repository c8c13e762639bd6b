import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compact } from '../../../../pipeline/publish/snapshot/compact.ts';
import type { Entries } from '../../../../pipeline/publish/snapshot/entries.ts';
import type { Identity } from '../../../../pipeline/publish/snapshot/layout.ts';
import { packHere } from '../../../../pipeline/publish/snapshot/packs.ts';
import { Parts } from '../../../../pipeline/publish/snapshot/parts.ts';
import { withDirectory } from '../../../support/directory.ts';
import { entriesWith, type Whole, wholeOf } from '../../../support/entries.ts';
import { putPart } from '../../../support/put-part.ts';

const compacting = suite('compact');

const identity = (id: string): Identity => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
});

interface Version {
  readonly whole: Whole;
  readonly entries: Entries;
}

/** Publishes a version by many small runs, each of one account of seven unless there are more. */
async function afterRuns(directory: string, runs: number, accounts = 7): Promise<Version> {
  let version: Version | undefined;
  for (let run = 0; run < runs; run += 1) {
    const parts = partsOf(directory, version?.entries);
    const id = `account ${run % accounts}`;
    parts.enter(identity(id));
    const text = `twr ${run}`;
    await putPart(parts, 'sections', id, 'twr', 1, run === 0 ? text.padEnd(1000) : text);
    await putPart(parts, 'trades', id, 'trades', run, `list ${run}`);
    await putPart(parts, 'csv', id, 'by_symbol.csv', 0, '');
    await parts.seal();
    const assembled = parts.assemble();
    const whole = wholeOf(assembled, version?.entries);
    const entries = entriesWith(directory, assembled, version?.entries);
    version?.entries.close();
    version = { whole, entries };
  }
  if (!version) throw new Error('no runs');
  return version;
}

const partsOf = (directory: string, before: Entries | null = null): Parts =>
  new Parts(packHere(join(directory, 'packs'), directory), before);

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
    const { whole, entries } = await afterRuns(directory, 20);
    const parts = partsOf(directory, entries);
    await compact(parts, directory, 10);
    const after = wholeOf(parts.assemble(), entries);
    entries.close();
    assert.is(after.files.length, 3);
    assert.is(after.sha256, whole.sha256);
    assert.equal(contentOf(directory, after), contentOf(directory, whole));
  }),
);

compacting('a pack larger than all smaller ones of its kind stays', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const { whole, entries } = await afterRuns(directory, 20, 20);
    const largest = whole.files.find(({ bytes }) => bytes === 1000);
    const parts = partsOf(directory, entries);
    await compact(parts, directory, 10);
    const after = wholeOf(parts.assemble(), entries);
    entries.close();
    assert.is(after.files.length, 4);
    assert.equal(
      after.files.filter(({ bytes }) => bytes === 1000),
      [largest],
    );
    assert.equal(contentOf(directory, after), contentOf(directory, whole));
  }),
);

compacting('few packs stay as they are', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const { whole, entries } = await afterRuns(directory, 20);
    const parts = partsOf(directory, entries);
    await compact(parts, directory, entries.manifest.files.length);
    assert.equal(wholeOf(parts.assemble(), entries), whole);
    entries.close();
  }),
);

compacting('a damaged part stops it', () =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    const { entries } = await afterRuns(directory, 20);
    const [file] = entries.manifest.files.filter(({ path }) => path.endsWith('.json'));
    const path = join(directory, file?.path ?? '');
    const bytes = readFileSync(path);
    bytes[0] = 0;
    writeFileSync(path, bytes);
    const parts = partsOf(directory, entries);
    const error = await compact(parts, directory, 1).then(() => 'nothing', String);
    assert.match(error, /twr is not as published/);
    await parts.abandon();
    entries.close();
  }),
);

compacting.run();
