import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { deleteEntry } from '../../../pipeline/registry/deletions.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { badgeFaults, verifyMarks } from '../../../pipeline/run/verify-marks.ts';
import { eurusd, gold, northDesk, now, withRegistry } from '../registry/world.ts';

const verifying = suite('verification of badges');

/** Versions as the chain has them, of times of data that have nothing to do with the clock. */
const timesOfData = ['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'];

async function published(registry: Registry) {
  const marks = await registry.markTrail();
  return timesOfData.map((as_of, at) => ({ version: `00000${at}-0`, as_of, marks }));
}

const oneBadge = { owners: [northDesk], accounts: [eurusd, { ...gold, owner: 'north-desk' }] };

verifying('finds no fault after a deletion, whatever time of data versions have', () => {
  let milliseconds = 0;
  const clock = () => new Date(now.getTime() + milliseconds++);
  return withRegistry(async (registry) => {
    await applyRegistry(registry, oneBadge);
    const before = await published(registry);
    assert.equal(await verifyMarks({ marks: before }, registry), []);
    await deleteEntry(registry, 'north-desk', 'north-eurusd');
    assert.equal(await verifyMarks({ marks: before }, registry), []);
    // What came after the deletion is compared, whatever its time of data.
    const verified = { identity: true, track_record: false };
    await applyRegistry(registry, { accounts: [{ ...gold, verified }] });
    const after = await published(registry);
    await applyRegistry(registry, { accounts: [{ ...gold, verified: { identity: false } }] });
    const all = [...before, ...after, ...(await published(registry))];
    assert.equal(await verifyMarks({ marks: all }, registry), []);
    assert.is(all.at(-1)?.marks.deleted_at, after[0]?.marks.deleted_at);
    await registry.store.write((db) =>
      db
        .updateTable('audit_trail')
        .set({ actor: 'somebody' })
        .where('field', '=', 'verified.identity')
        .execute(),
    );
    assert.match((await verifyMarks({ marks: all }, registry)).join(), 'had other entries');
  }, clock);
});

verifying('reads only entries that came since the version before, with or without a badge', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, oneBadge);
    const versions = await published(registry);
    const decide = async (account: object) => {
      await applyRegistry(registry, { accounts: [{ ...gold, ...account }] });
      versions.push(...(await published(registry)));
    };
    await decide({ name: 'Goldfinger' });
    await decide({ verified: { identity: true, track_record: true } });
    await decide({ verified: { identity: true, track_record: false } });
    assert.equal(await verifyMarks({ marks: versions }, registry), []);
    assert.equal(new Set(versions.map(({ marks }) => marks.entries)), new Set([2, 4, 5]));
    await registry.store.write((db) =>
      db
        .updateTable('audit_trail')
        .set({ actor: 'somebody' })
        .where('entry', '=', 'north-eurusd')
        .execute(),
    );
    await decide({ verified: { identity: false } });
    const newest = versions.slice(-1);
    assert.match((await verifyMarks({ marks: newest }, registry)).join(), 'had other entries');
  }),
);

verifying('reads each entry of the trail once, however many accounts there are', () =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, oneBadge);
    const [account] = await registry.accounts();
    const [entry] = await readAudit(registry);
    if (!account || !entry) throw new Error('nothing was decided');
    let reads = 0;
    const slugs = Array.from({ length: 100 }, (_, at) => `slug-${at}`);
    const trail = slugs.map((slug) =>
      Object.defineProperty(
        { ...entry, field: 'verified.identity', to: account.confirmed.identity },
        'entry',
        {
          get: () => {
            reads += 1;
            return slug;
          },
        },
      ),
    );
    const accounts = slugs.map((slug) => ({
      ...account,
      slug,
      confirmed: { ...account.confirmed, track_record: null },
    }));
    assert.equal(badgeFaults(accounts, trail), []);
    assert.is(reads, trail.length);
  }),
);

verifying.run();
