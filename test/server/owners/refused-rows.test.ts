import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { bearer, northId, now, silent, withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const refused = suite('rows that were refused');

const header = 'account_id,at,balance,equity\n';

refused('are shown to the owner of their account and to operators only', () =>
  withWorld(
    async ({ app, registry, dataDir, snapshots }) => {
      const source = join(dataDir.path, 'source');
      mkdirSync(join(source, 'equity'), { recursive: true });
      const rows = [
        [northId, '2026-02-01T00:00:00Z', '1000', 'much'],
        [silent.account_id, '2026-02-01T00:00:00Z', '1', 'canary'],
        [northId, '2026-02-02T00:00:00Z', '1000', '<b>'],
        // Its account is unknown, whatever else it contains.
        [northId, northId, '2026-02-02T00:00:00Z', '1', '1'],
        ['MT5:1@Nowhere', '2026-02-02T00:00:00Z', '1', 'unowned'],
      ];
      const text = header + rows.map((row) => `${row.join(',')}\n`).join('');
      writeFileSync(join(source, 'equity', 'days.csv'), text);
      const request = { account: 'north-eurusd', name: 'terminal', owner: 'north-desk' };
      const { key } = await createConnectionKey(registry, request);
      const sent = await app.inject({
        method: 'POST',
        url: '/connect/v1/facts',
        headers: bearer(key),
        payload: { equity: [{ at: 'sometime', equity: 1 }, {}] },
      });
      assert.is(sent.statusCode, 422);
      await furnish(dataDir);
      await runAt(now, { dataDir, registry }, { sources: [source] });
      await snapshots.refresh();
      assert.is(statSync(dataDir.inbox.database).mode & 0o777, 0o600);

      const owner = await signedIn(app, registry, 'north-desk');
      const state = (await owner.get('/me')).body;
      assert.match(state, /<a class="gap" href="\/me\/accounts\/north-eurusd\/refused">4 rejected/);
      const page = (await owner.get('/me/accounts/north-eurusd/refused')).body;
      assert.match(page, /<td>equity\/days\.csv<\/td><td class="num">2<\/td><td>equity<\/td>/);
      assert.match(page, 'equity &quot;much&quot; is not a number');
      assert.match(page, 'equity &quot;&lt;b&gt;&quot; is not a number');
      const german = (await owner.get('/me/accounts/north-eurusd/refused?lang=de')).body;
      assert.match(german, 'equity „&lt;b&gt;“ ist keine Zahl');
      assert.match(german, 'at fehlt');
      assert.match(page, sent.json().receipt);
      assert.match(page, 'at is missing');
      for (const body of [state, page]) {
        assert.not.match(body, 'canary');
        assert.not.match(body, dataDir.path);
      }
      const otherBrowser = await signedIn(app, registry, 'solo');
      assert.is((await otherBrowser.get('/me/accounts/north-eurusd/refused')).statusCode, 404);
      const theirs = (await otherBrowser.get('/me/accounts/solo-silent/refused')).body;
      assert.match(theirs, 'canary');
      assert.not.match(theirs, 'much');
      assert.is((await owner.get('/operator/refused')).statusCode, 404);

      await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
      const boss = await signedIn(app, registry, 'boss');
      assert.match((await boss.get('/operator')).body, 'href="/operator/refused"');
      const all = (await boss.get('/operator/refused')).body;
      assert.match(all, /north-eurusd<\/a> of north-desk<\/td><td>[^<]*equity\/days\.csv<.*?much/);
      assert.match(all, /solo-silent<\/a> of solo<\/td>.*?canary/);
      assert.match(all, /unknown<\/td>.*?<td>/);
      assert.match(all, /MT5:1@Nowhere<\/bdi> \(not registered\)<\/td>.*?unowned/);
      assert.match(all, sent.json().receipt);
      assert.not.match(all, northId);
      const desk = (await boss.get('/operator/owners/north-desk')).body;
      assert.match(desk, '/operator/accounts/north-eurusd/refused">4 rejected rows');
      const accountPage = (await boss.get('/operator/accounts/north-eurusd/refused')).body;
      assert.match(accountPage, 'equity &quot;much&quot; is not a number');
      assert.not.match(accountPage, 'canary');
      assert.is((await boss.get('/operator/accounts/nobody/refused')).statusCode, 404);
    },
    { facts: null },
  ),
);

refused.run();
