import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry, checkRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { shownLine } from '../../../pipeline/registry/changes.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { fieldsOf } from '../../support/fields.ts';
import { applySequence } from './apply-sequences.ts';
import { refusal, withRegistry, world } from './world.ts';

const changes = suite('registry changes');

/** Applies a file to a registry that has the world. Returns the printed lines. */
const linesOf = async (registry: Registry, ...accounts: readonly object[]) =>
  (await applyRegistry(registry, { accounts })).changes
    .filter(({ shows }) => shows !== null)
    .map(shownLine);

const onWorld = (work: (registry: Registry) => Promise<void>) =>
  withRegistry(async (registry) => {
    await applyRegistry(registry, world);
    await work(registry);
  });

changes('that show more than before are a line each', () =>
  onWorld(async (registry) => {
    const slug = 'north-eurusd';
    assert.equal(await linesOf(registry, { slug, hide: ['comment', 'twr'] }), [
      'account north-eurusd no longer hides volume',
    ]);
    assert.equal(await linesOf(registry, { slug: 'north-gold', published: true, hide: ['twr'] }), [
      'account north-gold is published, hiding twr',
    ]);
    assert.equal(await linesOf(registry, { slug: 'north-all', published: true }), [
      'portfolio north-all is published, hiding twr, comment',
    ]);
    const at = '2026-02-01T00:00:00Z';
    const identity = { by: 'A "B"', at, how: 'by letter' };
    assert.equal(await linesOf(registry, { slug: 'north-gold', verified: { identity } }), [
      'account north-gold is marked: identity confirmed by "A \\"B\\"" 2026-02-01T00:00:00Z ("by letter")',
    ]);
    assert.equal(
      await linesOf(
        registry,
        { slug: 'north-all', members: [slug] },
        { slug: 'north-gold', owner: 'solo' },
      ),
      [
        'portfolio north-all no longer counts north-gold',
        'account north-gold belongs to solo now, who sees all of it, and no longer to north-desk',
      ],
    );
  }),
);

changes('of a member that show more of a published portfolio are a line of the portfolio too', () =>
  onWorld(async (registry) => {
    await linesOf(registry, { slug: 'north-all', published: true });
    assert.equal(await linesOf(registry, { slug: 'north-gold', published: true }), [
      'portfolio north-all shows contributions, trades, which no member hides any more',
      'account north-gold is published, hiding nothing',
    ]);
    assert.equal(await linesOf(registry, { slug: 'north-all', members: ['north-gold'] }), [
      'portfolio north-all no longer counts north-eurusd',
      'portfolio north-all shows volume, comment, which no member hides any more',
    ]);
  }),
);

changes(
  'of members and of what a portfolio itself hides are said once, while it is published',
  () =>
    onWorld(async (registry) => {
      const slug = 'north-all';
      const members = ['north-gold', 'north-eurusd'];
      const fewer = ['north-gold'];
      assert.equal(await linesOf(registry, { slug, members: fewer, published: true }), [
        'portfolio north-all is published, hiding contributions, trades',
      ]);
      assert.equal(await linesOf(registry, { slug, members, hide: ['twr'] }), [
        'portfolio north-all counts north-eurusd too',
      ]);
      assert.equal(await linesOf(registry, { slug, hide: [] }), [
        'portfolio north-all no longer hides twr',
      ]);
      assert.equal(await linesOf(registry, { slug, members: fewer, published: false }), []);
      assert.equal(await linesOf(registry, { slug: 'north-gold', published: true }), [
        'account north-gold is published, hiding nothing',
      ]);
      assert.equal(await linesOf(registry, { slug, members: ['north-eurusd'], published: true }), [
        'portfolio north-all is published, hiding volume, comment',
      ]);
    }),
);

changes('that show nothing more print no line', () =>
  onWorld(async (registry) => {
    const slug = 'north-eurusd';
    const quiet = [
      { slug, hide: ['volume', 'comment', 'trades'] },
      { slug, name: 'Renamed' },
      { slug, history_cut_at: '2024-01-01' },
      { slug, verified: { identity: false } },
      { slug, verified: { track_record: true } },
      { slug, published: false },
      { slug: 'north-all', members: [slug], currency: 'USD' },
    ];
    for (const entry of quiet) {
      assert.equal(await linesOf(registry, entry), [], JSON.stringify(entry));
    }
  }),
);

changes('are listed by a check, which changes nothing', () =>
  onWorld(async (registry) => {
    const before = await dumpRegistry(registry);
    const revision = await registry.store.revision();
    const file = { accounts: [{ slug: 'north-gold', published: true, name: 'Au' }] };
    const foreseen = await checkRegistry(registry, file);
    assert.equal(fieldsOf(foreseen.changes, 'field', 'from', 'to'), [
      ['name', 'Gold', 'Au'],
      ['published', false, true],
    ]);
    const { message } = await refusal(
      checkRegistry(registry, { accounts: [{ slug: 'north-gold', owner: 'nobody' }] }),
    );
    assert.match(message, /^refused, nothing applied: accounts\[0\] "north-gold": owner "nobody"/);
    assert.equal(await dumpRegistry(registry), before);
    assert.is(await registry.store.revision(), revision);
    assert.equal(await applyRegistry(registry, file), foreseen);
  }),
);

changes('show a stranger nothing without a line, in random files one after the other', async () => {
  for (const seed of [1, 2, 3]) {
    await withRegistry(async (registry) => {
      const { files, refused, shown, faults } = await applySequence(registry, seed, 20);
      assert.equal(faults, []);
      assert.ok(refused > 1 && files - refused > 5 && shown > 20, `${refused}, ${shown}`);
    });
  }
});

changes.run();
