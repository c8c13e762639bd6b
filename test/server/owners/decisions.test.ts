import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import {
  createConnectionKey,
  listConnectionKeys,
} from '../../../pipeline/registry/connection-keys.ts';
import { derivableWords } from '../../../pipeline/registry/derivable-words.ts';
import { listKeys } from '../../../pipeline/registry/keys.ts';
import { leaks } from '../../../pipeline/registry/leaks.ts';
import { NotOwnedError } from '../../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { recordRun } from '../../../pipeline/run/run-log.ts';
import { visibilityForm } from '../../../server/owners/pages/visibility.ts';
import { textOf } from '../../../server/site/html.ts';
import { fieldsOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { now, secret, withWorld } from '../world.ts';
import { signedIn } from './owners.ts';
import { wordsOfPages } from './page-words.ts';

const decisions = suite('owners decide at /me');
const inWorld = within(decisions, withWorld);

inWorld(
  'who sees an account, and which parts, in force at the next request',
  async ({ app, registry, read, keyOf }) => {
    const { key } = await keyOf('solo');
    const browser = await signedIn(app, registry, 'north-desk');
    const page = '/me/accounts/north-eurusd';
    const form = `${page}/shown`;
    const before = (await browser.get(page)).body;
    for (const flag of hidables) assert.match(before, `name="hide" value="${flag}"`);
    assert.not.match(before, /name="hide" value="\w+" checked/);

    const saved = await browser.post(form, { published: 'yes', hide: ['trades', 'volume', 'x'] });
    assert.equal([saved.statusCode, saved.headers.location], [303, `${page}?done=shown`]);
    assert.match((await browser.get(`${page}?done=shown`)).body, 'Visitors see the change');
    const trades = await read('/api/v1/accounts/north-eurusd/trades', key);
    assert.is(trades.pagination.total, 0);
    assert.match(
      (await browser.get(page)).body,
      /value="volume" checked>.*\n.*Still visible through: instruments, /,
    );

    await browser.post(form, { published: 'no', hide: ['trades'] });
    assert.is((await app.inject('/api/v1/accounts/north-eurusd')).statusCode, 404);
    assert.is((await app.inject('/account/north-eurusd')).statusCode, 404);
    const entries = (await readAudit(registry, 'north-eurusd')).slice(-3);
    assert.equal(fieldsOf(entries, 'actor', 'field', 'from', 'to'), [
      ['owner:north-desk', 'hide', [], ['volume', 'trades']],
      ['owner:north-desk', 'hide', ['volume', 'trades'], ['trades']],
      ['owner:north-desk', 'published', true, false],
    ]);
    assert.is((await browser.post(form, { hide: ['twr'] })).statusCode, 400, 'half a form');

    const compare = (benchmark: string) => browser.post(`${page}/benchmark`, { benchmark });
    const compared = async () => (await registry.findAccount('north-eurusd'))?.benchmark;
    assert.is((await compare('INDEX')).headers.location, `${page}?done=benchmark`);
    assert.is(await compared(), 'INDEX');
    assert.is((await compare('SILVER')).statusCode, 400, 'not offered by the operator');
    assert.is(await compared(), 'INDEX');
    await compare('');
    assert.is(await compared(), null);
    const { hide } = (await registry.findAccount('north-eurusd')) ?? {};
    assert.equal(hide, ['trades']);
  },
);

decisions('what stays visible although hidden, listed below each part', () => {
  const rowsOf = (hide: readonly Hidable[]): Map<string, string> => {
    const account = { slug: 'one', published: true, hide } as unknown as RegistryAccount;
    const rows = textOf(visibilityForm(wordsOfPages, account, null)).split('name="hide" value="');
    return new Map(rows.slice(1).map((row) => [row.slice(0, row.indexOf('"')), row]));
  };
  for (const flag of hidables) {
    const row = rowsOf([flag]).get(flag) ?? '';
    assert.match(row, /^\w+" checked/);
    const open = leaks.filter(({ hidden }) => hidden === flag);
    assert.is(row.includes('Still visible through'), open.length > 0, flag);
    for (const { derivable } of open) assert.match(row, derivableWords[derivable]);
  }
  assert.match(rowsOf([]).get('volume') ?? '', 'Still visible through: ');
  assert.not.match([...rowsOf(hidables).values()].join(''), 'Still visible');
});

inWorld('see the page as strangers see it, or would', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  const text = (page: string) =>
    page.replace(/<p class="notice"><strong>As a.*?<\/p>/s, '\n').replace(/\s+/g, ' ');
  const ownPage = await browser.get('/me/accounts/north-eurusd/as-stranger');
  const theirs = await app.inject('/account/north-eurusd');
  assert.is(text(ownPage.body), text(theirs.body), 'but for the notice');
  const secret = await browser.get('/me/accounts/north-secret/as-stranger');
  assert.match(secret.body, 'Canary of the private account');
  assert.match(secret.body, 'only you can see this');
  await browser.post('/me/accounts/north-secret/shown', { published: 'no', hide: [...hidables] });
  const hidden = await browser.get('/me/accounts/north-secret/as-stranger');
  assert.not.match(hidden.body, 'id="charts"');
});

inWorld('names, brands and cuts, the last behind the account’s name', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  const account = () => registry.findAccount('north-gold');
  await browser.post('/me/accounts/north-gold/name', { name: ' <b>Gold & Silver</b> ' });
  assert.is((await account())?.name, '<b>Gold & Silver</b>');
  assert.match((await browser.get('/me')).body, '&lt;b&gt;Gold &amp; Silver');
  const empty = await browser.post('/me/accounts/north-gold/name', { name: '' });
  assert.is(empty.statusCode, 422);
  assert.match(empty.body, 'must be 1 to 200 characters');
  assert.not.match(empty.body, 'accounts[0]');

  const cut = '/me/accounts/north-gold/cut';
  const typed = '<b>Gold & Silver</b>';
  assert.is((await browser.post(cut, { day: '2025-06-01', typed: 'Gold' })).statusCode, 422);
  assert.is((await browser.post(cut, { day: '', typed })).statusCode, 422);
  assert.is((await account())?.history_cut_at, null);
  assert.is((await browser.post(cut, { day: '2025-06-01', typed })).statusCode, 303);
  assert.is((await account())?.history_cut_at, '2025-06-01');
  const back = await browser.post(cut, { day: '2025-01-01', typed });
  assert.match(back.body, 'permanently removed');

  await browser.post('/me/settings/name', { name: 'Gold Desk' });
  assert.is((await registry.findOwner('north-desk'))?.name, 'Gold Desk');
  await browser.post('/me/settings/name', { name: '' });
  assert.is((await registry.findOwner('north-desk'))?.name, null);
});

inWorld('portfolios: made, joined, left and never empty', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  const none = await browser.post('/me/portfolios', { name: 'Metals', currency: 'usd' });
  assert.is(none.statusCode, 422);
  const fields = { name: 'Metals', currency: 'usd', member: ['north-gold'] };
  const made = await browser.post('/me/portfolios', fields);
  const slug = /^\/me\/accounts\/(metals-[2-9a-z]{8})\?done=made$/.exec(
    String(made.headers.location),
  )?.[1];
  assert.ok(slug);
  const portfolio = () => registry.findAccount(slug);
  const { currency, members, published } = (await portfolio()) ?? {};
  assert.equal([currency, members, published], ['USD', ['north-gold'], false]);

  await browser.post('/me/accounts/north-secret/portfolios', { portfolio: [slug, 'north-all'] });
  assert.equal((await portfolio())?.members, ['north-gold', 'north-secret']);
  const all = await registry.findAccount('north-all');
  assert.equal(all?.members, ['north-eurusd', 'north-gold', 'north-secret']);
  await browser.post('/me/accounts/north-secret/portfolios', { portfolio: ['north-all'] });
  const left = await browser.post('/me/accounts/north-gold/portfolios', {});
  assert.is(left.statusCode, 422);
  assert.match(left.body, 'Metals would have no accounts left');
  const change = { currency: 'EUR', member: ['north-secret', 'north-eurusd'] };
  await browser.post(`/me/accounts/${slug}/members`, change);
  assert.equal((await portfolio())?.members, ['north-secret', 'north-eurusd']);
  const nested = { currency: 'EUR', member: ['north-all'] };
  assert.is((await browser.post(`/me/accounts/${slug}/members`, nested)).statusCode, 422);
});

decisions(
  'portfolios of several currencies name the exchange rates they need, and why they are held back',
  () => {
    let time = now;
    return withWorld(
      async ({ app, registry, dataDir }) => {
        const browser = await signedIn(app, registry, 'north-desk');
        const fields = { name: 'Metals', currency: 'usd', member: ['north-gold'] };
        const made = await browser.post('/me/portfolios', fields);
        const page = String(made.headers.location);
        const { body } = await browser.get(page);
        assert.match(
          body,
          'accounts in it are in EUR. If the operator has loaded no rates for EUR to USD',
        );
        const slug = /metals-[2-9a-z]{8}/.exec(page)?.[0];

        const run = { run_id: 'r', started_at: '2026-03-01T11:00:00Z' };
        recordRun(
          dataDir,
          { ...run, ended_at: '2026-03-01T11:00:04Z' },
          {
            outcome: 'published',
            held_back: [
              {
                id: `portfolio:${slug}`,
                check: 'missing_rates',
                keeps_published: false,
                reason: makeReason('withheld_list', {
                  items: ['EUR', 'GBP'].map((from) =>
                    makeReason('withheld_no_rate', { from, to: 'USD', day: '2024-06-03' }),
                  ),
                }),
                since: '2026-03-01T11:00:00Z',
              },
            ],
          },
        );
        time = new Date(now.getTime() + 3_000);
        const held = (await browser.get(page)).body;
        assert.match(
          held,
          'Exchange rates are missing: no rate EUR to USD on or before 2024-06-03, no rate GBP to USD on or before 2024-06-03.',
        );
        for (const path of [`/me/accounts/${slug}?lang=de`, '/me?lang=de']) {
          assert.match(
            (await browser.get(path)).body,
            /Wechselkurse fehlen: kein Kurs von EUR nach USD am oder vor dem 2024-06-03, kein Kurs von GBP/,
          );
        }
        assert.match(
          held,
          'choose accounts of one currency and that currency, or ask the operator',
        );

        await browser.post(`/me/accounts/${slug}/members`, {
          currency: 'EUR',
          member: 'north-gold',
        });
        assert.not.match((await browser.get(page)).body, 'Needs exchange rates');
        for (const wrong of ['euro', 'E1R']) {
          const refused = await browser.post('/me/portfolios', { ...fields, currency: wrong });
          assert.is(refused.statusCode, 422);
          assert.match(
            refused.body,
            'must be three capital letters, such as EUR, or the code of a coin',
          );
        }
      },
      { clock: () => time },
    );
  },
);

inWorld('keys: shown once, limited by plan, revoked at once', async ({ app, registry, read }) => {
  const browser = await signedIn(app, registry, 'solo');
  const fields = { name: 'laptop', scope: ['accounts:read', 'public:read'] };
  const made = await browser.post('/me/settings/keys', fields);
  const key = /tr_live_\w{38}/.exec(made.body)?.[0] ?? '';
  const { data } = await read('/api/v1/accounts', key);
  assert.is(data.length, 2, 'the private one too');
  const page = (await browser.get('/me/settings')).body;
  assert.not.match(page, key);
  assert.match(page, '1 of 1 in use on the free plan');
  assert.match(page, 'accounts:read, public:read');
  const more = await browser.post('/me/settings/keys', fields);
  assert.is(more.statusCode, 422);
  assert.match(more.body, 'The free plan allows 1 active Developer API Key (limit: keys).');
  for (const wrong of [
    { ...fields, scope: ['x'] },
    { ...fields, name: '' },
  ]) {
    assert.is((await browser.post('/me/settings/keys', wrong)).statusCode, 422);
  }
  const [{ id } = { id: '' }] = await listKeys(registry, 'solo');
  await browser.post(`/me/settings/keys/${id}/revoke`);
  const headers = { authorization: `Bearer ${key}` };
  assert.is((await app.inject({ url: '/api/v1/accounts', headers })).statusCode, 401);
  const trail = (await readAudit(registry, 'solo')).slice(-2);
  assert.equal(fieldsOf(trail, 'actor', 'field'), [
    ['owner:solo', `keys.${id}`],
    ['owner:solo', `keys.${id}`],
  ]);
});

inWorld(
  'Connection Keys, each of one account, shown once and ended at once',
  async ({ app, registry, apply }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const url = '/me/accounts/north-secret/connections';
    assert.is((await browser.post(url, { name: '' })).statusCode, 422);
    const made = await browser.post(url, { name: 'terminal' });
    const key = /tr_conn_\w{38}/.exec(made.body)?.[0] ?? '';
    const sender = await registry.findConnectionByHash(hashKey(key));
    assert.is(sender?.slug, 'north-secret');
    const page = (await browser.get(url)).body;
    assert.not.match(page, key);
    assert.match(page, 'https://records.example/connect/v1/facts');
    for (const file of ['Trackrecord.mq5', 'Trackrecord.mq4', 'trackrecord.py']) {
      assert.match(page, `href="/me/senders/${file}"`);
      const { headers, body } = await browser.get(`/me/senders/${file}`);
      assert.is(headers['content-disposition'], `attachment; filename="${file}"`);
      assert.match(body, 'Connection Key');
    }
    assert.is((await browser.get('/me/senders/..%2fREADME.md')).statusCode, 404);
    assert.is((await browser.get('/me/accounts/north-all/connections')).statusCode, 404);
    const [{ id } = { id: '' }] = await listConnectionKeys(registry, 'north-secret');
    const otherAddress = `/me/accounts/north-gold/connections/${id}/revoke`;
    assert.is((await browser.post(otherAddress)).statusCode, 404, 'a key of another account');
    await browser.post(`${url}/${id}/revoke`);
    assert.is(await registry.findConnectionByHash(hashKey(key)), null);
    const { actor, field } = (await readAudit(registry, 'north-secret')).at(-1) ?? {};
    assert.equal([actor, field], ['owner:north-desk', `connection_keys.${id}`]);
    await apply({ ...secret, owner: 'solo' });
    const solo = await signedIn(app, registry, 'solo');
    assert.not.match((await solo.get(url)).body, 'terminal</bdi>', 'keys of who had it before');
    const late = { account: 'north-secret', name: 'x', owner: 'north-desk' };
    const refused = await createConnectionKey(registry, late).catch((error: Error) => error);
    assert.instance(refused, NotOwnedError);
  },
);

inWorld(
  'and read in the audit trail only what happened since they own the account',
  async ({ app, registry, apply }) => {
    const solo = await signedIn(app, registry, 'solo');
    const north = await signedIn(app, registry, 'north-desk');
    await north.post('/me/accounts/north-secret/name', { name: 'A word of before' });
    await apply({
      slug: 'north-secret',
      type: 'account',
      account_id: 'MT5:canary@Secret-Live',
      owner: 'solo',
      name: 'Bought',
    });
    await solo.post('/me/accounts/north-secret/name', { name: 'Mine now' });
    const trail = (await solo.get('/me/trail')).body;
    assert.match(trail, /Bought<\/code> → <code>Mine now/);
    assert.not.match(trail, /A word of before|north-desk|root/);
    assert.match(trail, /<li>you<\/li>/);
    assert.match((await north.get('/me/trail')).body, 'by');
    assert.not.match((await north.get('/me/trail')).body, 'Mine now');
    for (let at = 0; at < 60; at += 1) {
      await solo.post('/me/settings/name', { name: `brand ${at}` });
    }
    const older = /\/me\/trail\?before=\d+/.exec((await solo.get('/me/trail')).body)?.[0];
    assert.match((await solo.get(older ?? '')).body, 'brand 3');
  },
);

decisions.run();
