import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { storedVersions } from '../../../pipeline/publish/snapshot/publish.ts';
import type { RunOptions } from '../../../pipeline/run/run-options.ts';
import { account, registeredAccount, tamper, trade, withTwo } from '../desk.ts';

const updating = suite('what strangers may read');

updating('is stored from all accounts only after a decision, or with another account', () =>
  withTwo(async (desk) => {
    let state = 'one';
    let reads = 0;
    const noted: string[] = [];
    const registry: RunOptions['registry'] = {
      state: async () => state,
      hasAccounts: async () => true,
      async accounts() {
        reads += 1;
        return desk.registered;
      },
      async notePublications(accounts, { isServed }) {
        const served = accounts.filter(({ account_id }) => isServed(account_id ?? ''));
        noted.push(`${served.map(({ slug }) => slug)}`);
      },
    };
    desk.registered.push(registeredAccount('a'), registeredAccount('late'));
    /** Runs, and returns the reads of the registry so far and what strangers may read. */
    const run = async () => {
      await desk.run({ registry });
      const rows = await desk.warehouse(
        'select slug, subject_id from shown_subjects order by slug',
      );
      return [reads, ...rows.map(({ slug, subject_id }) => `${slug} ${subject_id}`)];
    };
    const first = [1, 'a MT5:a@Desk-Live', 'late '];
    assert.equal(await run(), first);
    const { version } = desk.manifest();
    assert.equal(await run(), first, 'nothing is new');
    desk.write('trades-2.csv', [trade('a', 3)]);
    assert.equal(await run(), first, 'another trade of the same accounts');
    assert.is.not(desk.manifest().version, version);
    desk.write('accounts-3.csv', [account('late')]);
    desk.write('trades-3.csv', [trade('late', 4)]);
    assert.equal(await run(), [2, 'a MT5:a@Desk-Live', 'late MT5:late@Desk-Live']);
    state = 'two';
    desk.registered[0] = registeredAccount('a', { published: false });
    assert.equal(await run(), [3, 'late MT5:late@Desk-Live']);
    assert.equal(noted, ['a', 'a,late', 'a,late']);
    // As a run leaves it that is killed before it stores what is shown.
    await tamper(
      desk.dataDir.working,
      "delete from shown_subjects; update declarations set sha256 = '' where starts_with(part, 'shown')",
    );
    assert.equal(await run(), [4, 'late MT5:late@Desk-Live']);
  }),
);

updating('does not need the version before if only one is kept, or if history is erased', () =>
  withTwo(async (desk) => {
    const registry = {
      state: async () => 'one',
      hasAccounts: async () => true,
      accounts: async () => desk.registered,
    };
    const options = { registry, keepVersions: 1 };
    desk.registered.push(registeredAccount('a'));
    await desk.run(options);
    for (const ticket of [3, 4]) {
      desk.write(`trades-${ticket}.csv`, [trade('a', ticket)]);
      // A run that was killed has published a cut, and not yet erased what it removes.
      if (ticket === 4) await tamper(desk.dataDir.archive, "insert into unpurged values ('a')");
      await desk.run(options);
      assert.equal(storedVersions(desk.dataDir), [desk.manifest().version]);
      const shown = await desk.warehouse('select slug from shown_subjects');
      assert.equal(shown, [{ slug: 'a' }]);
    }
  }),
);

updating.run();
