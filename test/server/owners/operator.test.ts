import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeReason, makeReason, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { addConnection, pauseConnection } from '../../../pipeline/registry/broker-connections.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { settleMarks } from '../../../pipeline/registry/marks.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import { markText } from '../../../pipeline/registry/record-badge.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { sourcesByKind } from '../../../pipeline/registry/settlements.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { updateRows } from '../../../pipeline/registry/table-rows.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { openForEntering, sentRows } from '../../pipeline/deliveries/entering.ts';
import { decision } from '../../pipeline/registry/world.ts';
import { fieldOf } from '../../support/fields.ts';
import { withHandle } from '../../support/sqlite.ts';
import { facts, goldId, northId, now, type World, withWorld } from '../world.ts';
import { type Browsing, browse, signedIn } from './owners.ts';

const operator = suite('operators look after all owners');

const content = {
  ...facts,
  [northId]: {
    ...facts[northId],
    as_of: '2026-02-20T00:00:00Z',
    parts: facts[northId]?.parts ?? {},
  },
};

const asBoss = (work: (world: World, boss: Browsing) => Promise<void>) =>
  withWorld(
    async (world) => {
      await applyRegistry(world.registry, { owners: [{ slug: 'boss', role: 'operator' }] });
      await work(world, await signedIn(world.app, world.registry, 'boss'));
    },
    { facts: content },
  );

operator('see owners, runs, refused rows, who is held back and what does not reconcile', () =>
  asBoss(async ({ app, registry, dataDir }, boss) => {
    const run = {
      run_id: 'r',
      started_at: '2026-03-01T11:00:00Z',
      ended_at: '2026-03-01T11:00:04Z',
    };
    recordRun(dataDir, run, {
      outcome: 'published',
      rows_loaded: 1234,
      rows_rejected: 17,
      accounts_held_back: 2,
      held_back: [
        {
          id: 'MT4:404@Nowhere',
          check: 'balance_adds_up',
          reason: quotedReason('3 of 4 rows'),
          keeps_published: false,
          since: '2026-02-27T00:00:00Z',
        },
      ],
    });
    await (await openSqlite(dataDir.inbox.database)).close();
    withHandle(dataDir.inbox.database, (inbox) => {
      inbox.exec(`insert into delivery_accounts (account_id, owner, rows, bytes)
        values ('a', 'north-desk', 1000, 1048576), ('b', 'north-desk', 234, 524288)`);
    });
    const { body } = await boss.get('/operator');
    assert.match(body, '1,234 rows, 1.5 MiB, 0.0 MiB received today');
    const headings = [...body.matchAll(/<h2 id="(\w+)-title">/g)].map(([, id]) => id);
    assert.equal(headings, ['owners', 'held', 'gaps', 'runs'], 'no heading without a list');
    const north = await signedIn(app, registry, 'north-desk');
    const ownPage = (await north.get('/me')).body;
    assert.match(
      ownPage,
      /Rows of data<\/th><td class="num">1,234<\/td><td class="num">20,000,000</,
    );
    assert.match(
      ownPage,
      /Size of data<\/th><td class="num">1.5 MiB<\/td><td class="num">5,120.0 MiB</,
    );
    assert.match(body, /north-desk<\/a> <bdi>North Desk<\/bdi>/);
    assert.match(body, '4 accounts, 3 public');
    assert.match(
      body,
      /north-eurusd<\/a> \(<bdi>EURUSD swing<\/bdi>, of north-desk\), since <time/,
    );
    assert.match(
      body,
      /solo-silent<\/a> .*since <time[^>]*>27 Feb 2026.*: balance_adds_up \(3 of 4 rows\); it has none yet/,
    );
    assert.match(body, 'reported 1,400.50, calculated 2,000.00, difference 599.50 EUR');
    for (const figure of ['1,234', '17', '4.0'])
      assert.match(body, `<td class="num">${figure}</td>`);
    assert.not.match(body, goldId);
    const solo = await signedIn(app, registry, 'solo');
    assert.match((await solo.get('/me')).body, 'Held back since');
    assert.match((await solo.get('/me/accounts/solo-silent')).body, 'there are no figures yet');
    const found = (await boss.get('/operator?q=SOL')).body;
    assert.match(found, '/operator/owners/solo');
    assert.not.match(found, '>north-desk</a>');
    assert.is((await boss.get('/operator?q[]=x&after=%00')).statusCode, 200);
    assert.is((await boss.get('/operator/owners/nobody')).statusCode, 404);
  }),
);

operator('see owners by stored size, largest first, then by name, each once over all pages', () =>
  asBoss(async ({ registry, dataDir }, boss) => {
    const numbered = Array.from({ length: 120 }, (_, at) => `many-${String(at).padStart(3, '0')}`);
    await applyRegistry(registry, { owners: numbered.map((slug) => ({ slug })) });
    await (await openSqlite(dataDir.inbox.database)).close();
    // Sixty take 100 bytes each, many-110 takes more than all of them, and the rest take nothing.
    const large = numbered.slice(40, 100).map((slug) => `('${slug}', '${slug}', 1, 100)`);
    withHandle(dataDir.inbox.database, (inbox) => {
      inbox.exec(`insert into delivery_accounts (account_id, owner, rows, bytes)
        values ('x', 'many-110', 1, 101), ${large.join(', ')}`);
    });
    const seen: string[][] = [];
    let url: string | undefined = '/operator?q=many';
    while (url !== undefined && seen.length < 9) {
      const { body }: { body: string } = await boss.get(url);
      seen.push([...body.matchAll(/"\/operator\/owners\/([\w-]+)"/g)].map(([, slug = '']) => slug));
      url = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
    }
    const small = [...numbered.slice(0, 40), ...numbered.slice(100, 110), ...numbered.slice(111)];
    assert.equal(fieldOf(seen, 'length'), [50, 50, 20]);
    assert.equal(seen.flat(), ['many-110', ...numbered.slice(40, 100), ...small]);
    for (const rest of ['after=many-119', 'after=many-119&bytes=x', 'bytes=1']) {
      const { body } = await boss.get(`/operator?q=many&${rest}`);
      assert.match(body, '"/operator/owners/many-110"', rest);
    }
  }),
);

operator('see whose data waits and a run that was killed, and owners see what to do', () =>
  asBoss(async ({ app, registry, dataDir }, boss) => {
    const run = {
      run_id: 'r',
      started_at: '2026-03-01T11:00:00Z',
      ended_at: '2026-03-01T11:00:04Z',
    };
    const since = '2026-02-27T00:00:00Z';
    const reason = 'position 7 has more deals than can be paired; add a statement instead';
    recordRun(dataDir, run, {
      outcome: 'published',
      accounts_waiting: 105,
      waiting: [
        { id: northId, reason: quotedReason(reason), since, is_for_owner: true },
        { id: goldId, reason: quotedReason('x is not iterable'), since, is_for_owner: false },
        { id: 'MT5:9', reason: quotedReason('of nobody'), since, is_for_owner: true },
      ],
    });
    recordRun(dataDir, run, {
      error: makeReason('run_ended_by', { signal: 'SIGABRT' }),
      signal: 'SIGABRT',
    });
    const { body } = await boss.get('/operator');
    assert.match(
      body,
      /north-eurusd<\/a> \(<bdi>EURUSD swing<\/bdi>, of north-desk\), since <time[^>]*>27 Feb 2026.*: position 7 has more deals/,
    );
    assert.match(body, /north-gold<\/a> .*since <time[^>]*>27 Feb 2026.*: x is not iterable/);
    assert.match(body, /MT5:9, since <time[^>]*>27 Feb 2026.*: of nobody/);
    assert.match(body, '<li>and 102 more</li>');
    assert.match(body, '<td>failed: <span class="gap">ended by SIGABRT</span></td>');
    const north = await signedIn(app, registry, 'north-desk');
    const waits =
      /New data has been waiting<\/strong> since <time[^>]*>27 Feb 2026[^.]*\. ([^<]*)</g;
    const waitingAt = async (url: string) =>
      [...(await north.get(url)).body.matchAll(waits)].map(([, words]) => words);
    const ofNorth = `It can’t be added yet: ${reason}.`;
    const ofGold =
      'It can’t be added because of a fault on our side, which the operator can see. You don’t have to send it again.';
    assert.equal((await waitingAt('/me')).sort(), [ofGold, ofNorth].sort());
    assert.equal(await waitingAt('/me/accounts/north-eurusd'), [ofNorth]);
    assert.equal(await waitingAt('/me/accounts/north-gold'), [ofGold]);
    const solo = await signedIn(app, registry, 'solo');
    assert.not.match((await solo.get('/me')).body, 'waiting</strong>');
    assert.not.match((await app.inject('/account/north-eurusd')).body, 'position 7');
  }),
);

operator('see rejected data, failing connections, lapsed badges, full plans and share links', () =>
  asBoss(async ({ registry, dataDir }, boss) => {
    assert.match((await boss.get('/operator')).body, '<a href="#held-title">Held back</a> 1');
    assert.not.match((await boss.get('/operator')).body, 'href="#near-title"');
    const link = { account: 'solo-secret', name: 'x', passwordHash: null, expires_at: null };
    for (const expires_at of [null, new Date(now.getTime() + 1000), now]) {
      await createShare(registry, 'solo', { ...link, expires_at });
    }
    const shown = { kind: 'tradelocker', environment: 'demo', accounts: [] };
    const connect = (label: string) =>
      addConnection(registry, 'solo', { ...shown, label }, () => 'sealed', 'solo');
    const lateAnswer = encodeReason(makeReason('connector_server_late'));
    const [failing, paused] = [await connect('Failing one'), await connect('Paused one')];
    await connect('Healthy one');
    await pauseConnection(registry, 'solo', paused, 'solo');
    await registry.store.write((db) =>
      updateRows(db, 'broker_connections', { id: failing }, { failures: 3, fault: lateAnswer }),
    );
    const mark = { by: 'Ann Audit', at: '2026-02-01T00:00:00Z' };
    const verified = { track_record: mark };
    await applyRegistry(registry, { accounts: [{ slug: 'north-gold', verified }] });
    const lapse = makeReason('lapse_days', { source: makeReason('lapse_by_owner_statement') });
    const none = { sources: sourcesByKind({}), newest: null, owners_report: null };
    const covers = { version: 'v', ...none };
    const settle = (account: RegistryAccount) => {
      const { track_record } = account.confirmed;
      const isIt = account.slug === 'north-gold' && track_record !== null;
      return isIt
        ? decision({ coverage: { ...covers, mark: markText(track_record) }, lapse })
        : decision({});
    };
    await settleMarks(registry.store, settle, new Date('2026-02-28T10:00:00Z'));
    const inbox = openForEntering(await openSqlite(dataDir.inbox.database));
    const { id: keyId } = await createConnectionKey(registry, {
      account: 'north-eurusd',
      name: 'x',
    });
    const refused = [{ table: 'trades', row: 3, reason: quotedReason('profit: not a number') }];
    const trades = [{ ticket: '1' }];
    await inbox.enter([sentRows(northId, 'x', { trades }, { keyId, refused })]);
    await inbox.close();
    withHandle(dataDir.inbox.database, (stored) => {
      stored.exec(`insert into delivery_accounts (account_id, owner, rows, bytes)
        values ('a', 'solo', ${planLimits.free.rows * 0.95}, 1)`);
    });
    await applyRegistry(registry, { owners: [{ slug: 'solo', plan: 'free' }] });
    const { body } = await boss.get('/operator');
    const between = (text: string, from: string, to: string) =>
      text.split(from)[1]?.split(to)[0] ?? '';
    const section = (id: string) => between(body, `id="${id}-title">`, '</section>');
    assert.match(body, '<li>2 share links</li>', 'the third has ended');
    assert.match(
      section('rejected'),
      /north-eurusd<\/a> .*href="\/operator\/accounts\/north-eurusd\/refused">.*profit: not a number/,
    );
    assert.match(
      section('failing'),
      /href="\/operator\/owners\/solo#connections"><bdi>Failing one<\/bdi><\/a> of solo \(TradeLocker, never read.*did not answer in time\./,
    );
    assert.not.match(section('failing'), /Healthy|Paused/);
    assert.match(
      section('lapsed'),
      /owners\/north-desk#north-gold">.*since <time[^>]*>28 Feb 2026.*: days that it covers changed, and data from a statement of the owner/,
    );
    assert.match(
      section('near'),
      /owners\/solo#plan-title">solo<\/a> \(free\): Rows of data: 95% used/,
    );
    for (const id of ['rejected', 'failing', 'lapsed', 'near']) {
      assert.match(body, new RegExp(`href="#${id}-title">[^<]+</a> 1<`), id);
    }
    const solo = (await boss.get('/operator/owners/solo')).body;
    const listed = between(solo, 'id="connections">', '</section>');
    assert.match(listed, /Failing one<\/bdi>[^<]*never read.*did not answer in time/);
    assert.match(listed, /Paused one<\/bdi>[^<]*never read, paused by the owner <time/);
    assert.match(between(solo, 'id="solo-secret">', '<details'), '<li>2 share links</li>');
    const north = (await boss.get('/operator/owners/north-desk')).body;
    const itemOf = (slug: string) => between(north, `id="${slug}">`, '<details');
    assert.match(itemOf('north-gold'), /Track record lapsed <time[^>]*>28 Feb 2026/);
    for (const state of [
      'Last data',
      'Held back since',
      '/north-eurusd/refused">1 rejected row<',
    ]) {
      assert.match(itemOf('north-eurusd'), state);
    }
  }),
);

operator('give badges with who, when and how, and remove them', () =>
  asBoss(async ({ app, registry }, boss) => {
    const url = '/operator/accounts/north-gold/marks';
    const options = { mark: 'track_record', does: 'give', by: 'Ann Audit', how: 'a call' };
    assert.is(
      (await boss.post(url, options)).headers.location,
      '/operator/owners/north-desk?done=given',
    );
    const page = (await app.inject('/account/north-gold')).body;
    assert.match(page, 'Track record confirmed by <bdi>Ann Audit</bdi>');
    const ownPage = (await boss.get('/operator/owners/north-desk')).body;
    assert.match(ownPage, /Track record: <bdi>Ann Audit<\/bdi>, <time.*?<bdi>a call<\/bdi>/);
    const account = () => registry.findAccount('north-gold');
    assert.equal((await account())?.confirmed.track_record, {
      by: 'Ann Audit',
      at: '2026-03-01T12:00:00Z',
      how: 'a call',
    });
    await boss.post(url, { mark: 'track_record', does: 'take' });
    await boss.post(url, { mark: 'identity', does: 'take' });
    assert.equal((await account())?.verified, { identity: false, track_record: false });
    await boss.post(url, { mark: 'identity', does: 'give' });
    assert.is((await account())?.confirmed.identity?.by, 'operator');
    assert.is((await boss.post(url, { mark: 'x', does: 'give' })).statusCode, 400);
    const { actor } = (await readAudit(registry, 'north-gold')).at(-1) ?? {};
    assert.is(actor, 'operator:boss');
  }),
);

operator('see what an owner uses of their plan, and the requests of their keys', () =>
  asBoss(async ({ registry, read, keyOf, keyUses, dataDir }, boss) => {
    const { key } = await keyOf('north-desk');
    for (let at = 0; at < 3; at += 1) await read('/api/v1/accounts', key);
    await keyUses.flush();
    const inbox = openForEntering(await openSqlite(dataDir.inbox.database));
    const trades = [{ ticket: '1' }, { ticket: '2' }];
    await inbox.enter([{ ...sentRows(northId, 'x', { trades }), owner: 'north-desk' }]);
    await inbox.close();
    const page = (await boss.get('/operator/owners/north-desk')).body;
    const row = (label: string, used: string, most: string) =>
      `<th scope="row">${label}</th><td class="num">${used}</td><td class="num">${most}</td>`;
    const { length } = (await registry.accountsOfOwner('north-desk')).filter(
      ({ type }) => type === 'account',
    );
    assert.match(page, row('Accounts', `${length}`, '50'));
    assert.match(page, row('Rows of data', '2', '20,000,000'));
    assert.match(page, 'Requests so far: 3 with Developer API Keys, 0 with Connection Keys.');
  }),
);

operator("change plans and create links, without access to the owners' data", () =>
  asBoss(async ({ app, registry }, boss) => {
    const plan = '/operator/owners/solo/plan';
    await boss.post(plan, { plan: 'pro', until: '2026-12-31' });
    assert.is((await registry.findOwner('solo'))?.plan, 'pro');
    for (const wrong of [{ plan: 'gold' }, { plan: 'pro', until: 'soon' }]) {
      assert.is((await boss.post(plan, wrong)).statusCode, 422);
    }
    const { body } = await boss.post('/operator/owners/solo/invite');
    const link = /https:\/\/records\.example(\/me\/invite\/[\w-]+)/.exec(body)?.[1] ?? '';
    const browser = browse(app);
    await browser.post(link, { password: 'a few words of mine' });
    assert.match((await browser.get('/me')).body, 'Signed in as solo');
    assert.is((await boss.get('/me/accounts/solo-secret')).statusCode, 404);
    assert.is((await boss.get('/me/accounts/solo-secret/as-stranger')).statusCode, 404);
    await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'owner' }] });
    assert.is((await boss.get('/operator')).statusCode, 404, 'at the next request');
  }),
);

operator('add owners and other operators, whose links sign them in', () =>
  asBoss(async ({ app, registry }, boss) => {
    const add = (fields: Record<string, string>) =>
      boss.post('/operator/owners', { plan: 'free', role: 'owner', ...fields });
    const { body, statusCode } = await add({ slug: 'second', name: 'Second', role: 'operator' });
    assert.is(statusCode, 200);
    const link = /https:\/\/records\.example(\/me\/invite\/[\w-]+)/.exec(body)?.[1] ?? '';
    const browser = browse(app);
    await browser.post(link, { password: 'a few words of mine' });
    assert.is((await browser.get('/operator')).statusCode, 200);
    const refused: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ slug: 'second', name: 'Second' }, /owner &quot;second&quot; exists already/],
      [{ slug: 'Not a slug', name: 'X' }, /must be 1 to 64 of a-z 0-9 -/],
      [{ slug: 'third', name: 'Third', plan: 'gold' }, /must be one of/],
      [{ slug: 'third', name: '' }, /must be 1 to 200 characters/],
    ];
    for (const [fields, reason] of refused) {
      const answer = await add(fields);
      assert.is(answer.statusCode, 422);
      assert.match(answer.body, reason);
      assert.match(answer.body, `name="slug" value="${fields.slug}"`, 'what was entered stays');
    }
    assert.is(await registry.findOwner('third'), null);
  }),
);

operator.run();
