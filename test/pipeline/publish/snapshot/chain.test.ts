import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { chainEnd, chainLines } from '../../../../pipeline/publish/snapshot/chain.ts';
import { Draft } from '../../../../pipeline/publish/snapshot/draft.ts';
import type { Identity, Manifest } from '../../../../pipeline/publish/snapshot/layout.ts';
import {
  currentVersion,
  publishVersion,
  removeOldVersions,
  writeVersion,
} from '../../../../pipeline/publish/snapshot/publish.ts';
import { readManifest } from '../../../../pipeline/publish/snapshot/reader.ts';
import { rollBack } from '../../../../pipeline/publish/snapshot/rollback.ts';
import { verifyChain } from '../../../../pipeline/publish/snapshot/verify-chain.ts';
import { seal, sha256Of } from '../../../../pipeline/publish/snapshot/versions.ts';
import { withDirectory } from '../../../support/directory.ts';
import { withCurrent } from '../../../support/entries.ts';
import { partsWith } from '../../../support/part-contents.ts';

const chain = suite('chain');

/**
 * Calls the work with a data directory in which versions of these texts were published, one after
 * the other.
 */
const withVersions = (texts: readonly string[], work: (dataDir: DataDirectory) => Promise<void>) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    mkdirSync(dataDir.snapshots, { recursive: true });
    mkdirSync(dataDir.temporary);
    for (const text of texts) publishVersion(dataDir, await write(dataDir, text));
    await work(dataDir);
  });

async function write(dataDir: DataDirectory, text: string): Promise<string> {
  const draft = new Draft(dataDir);
  const identity: Identity = {
    id: 'a',
    type: 'account',
    history_cut_at: null,
    members: [],
    member_cuts: [],
  };
  draft.enter(identity, partsWith({ monthly: text }));
  const manifest = await withCurrent(dataDir, (before) =>
    writeVersion(dataDir, draft.finish(), before, '2024-06-12T12:00:00.000Z'),
  );
  if (manifest === null) throw new Error('nothing new');
  return manifest.version;
}

const fourTexts = ['1', '2', '3', '4'];
const linksOf = (dataDir: DataDirectory) => chainLines(dataDir).map((line) => JSON.parse(line));
const rewriteLines = (dataDir: DataDirectory, change: (lines: string[]) => readonly string[]) =>
  writeFileSync(dataDir.chain, `${change(chainLines(dataDir)).join('\n')}\n`);

/** Replaces a manifest by another valid one. */
function forge(dataDir: DataDirectory, version: string, changes: Partial<Manifest>): void {
  const { sha256: _, ...content } = { ...readManifest(dataDir, version), ...changes };
  writeFileSync(dataDir.manifest(version), JSON.stringify(seal(content)));
}

chain('the manifest and the line of every version name the version before', () =>
  withVersions(fourTexts, async (dataDir) => {
    const lines = chainLines(dataDir);
    const before = [null, ...lines.map(sha256Of)];
    for (const [at, link] of linksOf(dataDir).entries()) {
      const manifest = readManifest(dataDir, link.version);
      assert.equal([link.previous, manifest.previous], [before[at], before[at]]);
      assert.is(link.manifest, manifest.sha256);
    }
    const end = sha256Of(lines[3] ?? '');
    assert.is(chainEnd(dataDir)?.sha256, end);
    assert.equal(verifyChain(dataDir), {
      publications: 4,
      since: '2024-06-12T12:00:00.000Z',
      end,
      removals: [],
      marks: [],
      faults: [],
    });
  }),
);

chain('stays whole where old versions go, and where an earlier one is put in service again', () =>
  withVersions(fourTexts, async (dataDir) => {
    removeOldVersions(dataDir, 2);
    assert.equal(verifyChain(dataDir).faults, []);
    await rollBack(dataDir, null);
    assert.equal([linksOf(dataDir)[4].rollback, linksOf(dataDir).length], [true, 5]);
    publishVersion(dataDir, await write(dataDir, '5'));
    removeOldVersions(dataDir, 1);
    const { publications, faults } = verifyChain(dataDir);
    assert.equal([publications, faults], [6, []]);
  }),
);

chain('continues if a run was killed before, between or after its two writes', () =>
  withVersions(['1', '2'], async (dataDir) => {
    await write(dataDir, 'never published');
    const third = await write(dataDir, '3');
    assert.equal(verifyChain(dataDir).faults, []);
    const second = currentVersion(dataDir) ?? '';
    publishVersion(dataDir, third);
    writeFileSync(dataDir.current, second);
    assert.match(
      verifyChain(dataDir).faults[0] ?? '',
      /a run was killed \(the next run repairs that\)/,
    );
    publishVersion(dataDir, await write(dataDir, '4'));
    writeFileSync(dataDir.chain, '{"version":"0000', { flag: 'a' });
    publishVersion(dataDir, await write(dataDir, '5'));
    assert.equal(verifyChain(dataDir).faults, []);
  }),
);

/** Changes to the files, each with the expected message. */
type Tamper = (dataDir: DataDirectory, versions: string[]) => void | Promise<void>;

const tamperings: Record<string, [Tamper, RegExp]> = {
  'a line changed': [
    (dataDir) =>
      rewriteLines(dataDir, (lines) => lines.map((line) => line.replace('000002-', '000002-0'))),
    /line 3, version 000003-\S+, does not follow line 2/,
  ],
  'the time in the newest line changed, before another publication': [
    async (dataDir) => {
      rewriteLines(dataDir, (lines) => [
        ...lines.slice(0, -1),
        lines[3]?.replace('T12:00', 'T13:00') ?? '',
      ]);
      publishVersion(dataDir, await write(dataDir, '5'));
    },
    /version 000004-\S+: \S+ has another time or other badges of it than its manifest/,
  ],
  'a line removed': [
    (dataDir) => rewriteLines(dataDir, (lines) => lines.toSpliced(1, 1)),
    /line 2, version 000003-\S+, does not follow line 1/,
  ],
  'lines cut off at the end': [
    (dataDir) => rewriteLines(dataDir, (lines) => lines.slice(0, 3)),
    /version 000004-\S+ is in service, and \S+ ends with 000003-/,
  ],
  'lines cut off at the beginning': [
    (dataDir) => rewriteLines(dataDir, (lines) => lines.slice(1)),
    /begins with version 000002-\S+, whose predecessor is missing/,
  ],
  'no line at all': [
    (dataDir) => rewriteLines(dataDir, () => ['?']),
    /line 1 is not as it was written/,
  ],
  'the chain removed': [
    ({ chain: path }) => rmSync(path),
    /version 000004-\S+: its predecessor is in no earlier line of/,
  ],
  'a manifest edited': [
    (dataDir, [first = '']) =>
      writeFileSync(
        dataDir.manifest(first),
        readFileSync(dataDir.manifest(first), 'utf8').replace('12:00', '13:00'),
      ),
    /version 000001-\S+: versions\/000001-.*\.json is not as it was written/,
  ],
  'a manifest edited and sealed again': [
    (dataDir, [first = '']) => forge(dataDir, first, { trades: 7 }),
    /version 000001-\S+: its manifest is not the one that was published/,
  ],
  'a version removed from the middle': [
    (dataDir, [, second = '']) => rmSync(dataDir.manifest(second)),
    /version 000002-\S+: missing, though versions before and after it are there/,
  ],
  'the pointer moved by hand': [
    (dataDir, [, , third = '']) => writeFileSync(dataDir.current, third),
    /version 000003-\S+ is in service, and \S+ ends with 000004-/,
  ],
  'a version put in without a line': [
    (dataDir, [first = '']) => {
      renameSync(dataDir.manifest(first), dataDir.manifest('000009-0123456789ab'));
      const { sha256: _, ...content } = JSON.parse(
        readFileSync(dataDir.manifest('000009-0123456789ab'), 'utf8'),
      );
      const version = '000009-0123456789ab';
      const forged = seal({ ...content, version, previous: '0'.repeat(64) });
      writeFileSync(dataDir.manifest(version), JSON.stringify(forged));
    },
    /version 000009-\S+: its predecessor is in no earlier line/,
  ],
};

for (const [what, [tamper, fault]] of Object.entries(tamperings)) {
  chain(`reports ${what}`, () =>
    withVersions(fourTexts, async (dataDir) => {
      await tamper(dataDir, versionsOf(dataDir));
      const { faults } = verifyChain(dataDir);
      assert.ok(
        faults.some((line) => fault.test(line)),
        faults.join('\n') || 'nothing',
      );
    }),
  );
}

for (const [what, damage] of Object.entries({
  removed: ({ chain: path }: DataDirectory) => rmSync(path),
  'cut off': (dataDir: DataDirectory) => rewriteLines(dataDir, (lines) => lines.slice(0, 2)),
  'written over': (dataDir: DataDirectory) => rewriteLines(dataDir, () => ['?']),
})) {
  chain(`that was ${what} stays invalid, whatever is published and removed later`, () =>
    withVersions(fourTexts, async (dataDir) => {
      damage(dataDir);
      for (const text of ['5', '6']) publishVersion(dataDir, await write(dataDir, text));
      removeOldVersions(dataDir, 1);
      assert.ok(verifyChain(dataDir).faults.length > 0);
    }),
  );
}

function versionsOf(dataDir: DataDirectory): string[] {
  return linksOf(dataDir).map(({ version }) => version);
}

chain.run();
