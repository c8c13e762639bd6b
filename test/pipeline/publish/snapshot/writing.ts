import { mkdirSync } from 'node:fs';
import { type DataDirectory, dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { Draft, type Drafted } from '../../../../pipeline/publish/snapshot/draft.ts';
import { type Identity, layoutFormat } from '../../../../pipeline/publish/snapshot/layout.ts';
import { writeVersion } from '../../../../pipeline/publish/snapshot/publish.ts';
import { StoredSnapshot } from '../../../../pipeline/publish/snapshot/reader.ts';
import { withDirectory } from '../../../support/directory.ts';
import { withCurrent } from '../../../support/entries.ts';
import { partsWith } from '../../../support/part-contents.ts';

/** Calls the work with a data directory in which versions can be written. */
export const withDataDir = (work: (dataDir: DataDirectory) => Promise<void> | void) =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    mkdirSync(dataDir.snapshots, { recursive: true });
    mkdirSync(dataDir.temporary);
    await work(dataDir);
  });

/** Makes the identity of an account. */
export const identityOf = (id: string): Identity => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
});

/** Opens a version that was drafted, without a manifest. */
export const openDrafted = (
  dataDir: DataDirectory,
  { buckets, accounts, trades }: Drafted,
): StoredSnapshot =>
  new StoredSnapshot(dataDir, {
    format: layoutFormat,
    form: 1,
    version: 'test',
    sequence: 1,
    as_of: '',
    accounts,
    trades,
    buckets,
    previous: null,
    sha256: '',
  });

/** Writes a version that keeps the published one, with new content for these accounts. */
export const writeTexts = (dataDir: DataDirectory, contents: Readonly<Record<string, string>>) =>
  withCurrent(dataDir, async (before) => {
    const draft = new Draft(dataDir, before);
    for (const [id, text] of Object.entries(contents)) {
      draft.enter(identityOf(id), partsWith({ monthly: text }));
    }
    return writeVersion(dataDir, draft.finish(), before, '2024-06-12T12:00:00.000Z');
  });
