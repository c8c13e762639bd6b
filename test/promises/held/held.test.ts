import { statSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { withheldRecord } from '../../../pipeline/run/withheld.ts';
import { type Desk, idOf, withDesk } from '../../pipeline/desk.ts';
import { fieldOf } from '../../support/fields.ts';
import {
  after,
  before,
  cure,
  everyone,
  healthyAfter,
  healthyIds,
  heldIds,
  neverPublished,
  onlyHealthy,
  partsOf,
  poisons,
  put,
  register,
  unfit,
} from './world.ts';

const held = suite('held back');

const partsOfAll = (desk: Desk, ids: readonly string[]) =>
  new Map(ids.map((id) => [id, partsOf(desk, id)]));

/** Runs the same history without the accounts that can't be published. */
async function healthyAlone(check: (desk: Desk) => void): Promise<void> {
  await withDesk(async (desk) => {
    register(desk, onlyHealthy, false);
    put(desk, 'before', before(onlyHealthy));
    put(desk, 'after', healthyAfter);
    await desk.run();
    check(desk);
  });
}

held('five of forty accounts affect no other, and recover once their rows are repaired', () =>
  withDesk(async (desk) => {
    register(desk, everyone);
    put(desk, 'before', before());
    const first = await desk.run();
    assert.equal(
      fieldOf(first.heldBack, 'id'),
      ['portfolio:mixed'],
      'a rate is missing from the start',
    );
    const earlier = partsOfAll(desk, heldIds);

    put(desk, 'after', after);
    const poisoned = await desk.run();
    assert.equal(fieldOf(poisoned.heldBack, 'id'), [...heldIds].sort());
    for (const [name, { check, reason }] of Object.entries(poisons)) {
      const found = poisoned.heldBack.find(({ id }) => id === idOf(name));
      assert.is(found?.check, check);
      assert.match(found ? inEnglish(found.reason) : '', reason);
      assert.is(found?.isPublished, !neverPublished.includes(name));
    }
    const [recorded] = lastRuns(desk.dataDir, 1);
    assert.equal(recorded?.held_back, poisoned.heldBack.map(withheldRecord));
    const ofPortfolio = poisoned.heldBack.find(({ id }) => id === 'portfolio:with-sick');
    assert.equal(
      [ofPortfolio?.check, ofPortfolio && inEnglish(ofPortfolio.reason)],
      ['member_held_back', `${idOf('digits')} held back`],
    );
    assert.equal(partsOfAll(desk, heldIds), earlier);
    assert.equal(unfit(desk), []);
    const published = partsOfAll(desk, healthyIds);
    await healthyAlone((alone) => assert.equal(published, partsOfAll(alone, healthyIds)));

    const verified = await verifySnapshot(desk.dataDir, {});
    assert.equal([verified.faults, verified.behind], [[], null]);
    assert.equal(verified.heldBack, poisoned.heldBack);
    const { ino } = statSync(desk.dataDir.warehouse);
    for (const full of [false, true]) {
      const again = await desk.run({ sources: [], full });
      assert.equal(again.heldBack, poisoned.heldBack, 'with the instant it began');
      assert.is(again.isNew, false);
      assert.is(again.accountsComputed, full ? healthyIds.length - 1 : 0);
      assert.is(statSync(desk.dataDir.warehouse).ino === ino, !full);
      const [marts] = await desk.warehouse(
        `select count(*) as rows, count(*) filter (subject_id = '${idOf('digits')}') as kept
        from advanced`,
      );
      assert.equal(marts, { rows: String(healthyIds.length + 3), kept: '1' });
    }

    put(desk, 'cure', cure);
    const healed = await desk.run();
    assert.equal([healed.heldBack, healed.accountsComputed], [[], heldIds.length]);
    await withDesk(async (fresh) => {
      register(fresh, everyone);
      for (const [moment, source] of Object.entries({ before: before(), after, cure })) {
        put(fresh, moment, source);
      }
      assert.equal((await fresh.run()).heldBack, []);
      const ids = [...healthyIds, ...heldIds];
      assert.equal(partsOfAll(desk, ids), partsOfAll(fresh, ids));
    });
    assert.equal(unfit(desk), []);
    assert.equal((await verifySnapshot(desk.dataDir, {})).faults, []);
  }),
);

held.run();
