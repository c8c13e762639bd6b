import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import {
  createConnectionKey,
  revokeConnectionKey,
} from '../../../pipeline/registry/connection-keys.ts';
import { proveIdentity } from '../../../pipeline/registry/identity-proofs.ts';
import { trailHashes } from '../../../pipeline/registry/mark-trail.ts';
import { codeSeconds, maxWrongTries, useCode } from '../../../pipeline/registry/terminal-codes.ts';
import { catalogueIn, languageCodes } from '../../../server/language/catalogues.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { refusal } from '../../pipeline/registry/world.ts';
import { type Browsing, signedIn } from '../owners/owners.ts';
import { bearer, now, type World, withWorld } from '../world.ts';

const codes = suite('codes that a terminal shows');

const login = { platform: 'MT5', number: 100234, server: 'Northwind-Live' };

/** Account data as an Expert Advisor sends it. */
const accountAt = (at: Date, changes: object = {}) => ({
  ...login,
  broker: 'Northwind',
  currency: 'USD',
  leverage: 100,
  demo: false,
  balance: 1000,
  equity: 1000,
  deals_total: 1,
  clock: '+02:00',
  gmt_time: Math.floor(at.getTime() / 1000),
  server_time: Math.floor(at.getTime() / 1000) + 7200,
  ...changes,
});

const deposit = {
  ticket: 1,
  position: 0,
  time: 1_767_225_600,
  type: 2,
  entry: 0,
  symbol: '',
  volume: 0,
  price: 0,
  profit: 1000,
  commission: 0,
  swap: 0,
  fee: 0,
};

interface Desk {
  readonly world: World;
  readonly browser: Browsing;
  /** Key of `north-eurusd`, and its id. */
  readonly key: string;
  readonly id: string;
  /** Moves the clock. */
  pass(seconds: number): void;
  /** Sends the first deal, as the terminal does before it asks for a code. */
  sendData(key: string, changes?: object): Promise<void>;
  /** Asks for a code like the Expert Advisor. */
  ask(key: string, changes?: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Enters a code for an account. Returns the sentence of a refusal, or `null`. */
  type(code: unknown, slug?: string, who?: Browsing): Promise<string | null>;
  /** Returns the data that strangers read. */
  identity(): Promise<unknown[]>;
}

const slug = 'north-eurusd';

async function withDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  let at = now;
  const clock = () => at;
  await withWorld(
    async (world) => {
      const { app, registry, read } = world;
      const none = { identity: false, track_record: false };
      await applyRegistry(registry, {
        accounts: [slug, 'north-gold', 'solo-silent'].map((name) => ({
          slug: name,
          verified: none,
        })),
      });
      const browser = await signedIn(app, registry, 'north-desk');
      const { key, id } = await createConnectionKey(registry, { account: slug, name: 'terminal' });
      const post = (url: string, key: string, payload: object) =>
        app.inject({ method: 'POST', url, headers: bearer(key), payload });
      await work({
        world,
        browser,
        key,
        id,
        pass: (seconds) => {
          at = new Date(at.getTime() + seconds * 1000);
        },
        async sendData(sender, changes) {
          // The receiving process uses the clock of the machine.
          const body = { account: accountAt(new Date(), changes), deals: [deposit], equity: [] };
          const answer = await post('/connect/v1/facts', sender, body);
          assert.is(answer.statusCode, 202, answer.body);
        },
        async ask(sender, changes) {
          const answer = await post('/connect/v1/code', sender, {
            account: accountAt(at, changes),
          });
          return { status: answer.statusCode, body: answer.json() };
        },
        async type(code, name = slug, who = browser) {
          const url = `/me/accounts/${name}/connections/code`;
          const { statusCode, body } = await who.post(url, { code: String(code) });
          if (statusCode === 303) return null;
          return statusCode === 422
            ? (/role="alert">([^<]*)</.exec(body)?.[1] ?? '')
            : `${statusCode}`;
        },
        async identity() {
          const { verified, verified_by } = await read(`/api/v1/accounts/${slug}`);
          return [verified.identity, verified_by.identity?.by ?? null];
        },
      });
    },
    { clock },
  );
}

codes("prove the account's identity at the next request, with an entry in the trail", () =>
  withDesk(async ({ world: { app, registry }, browser, key, sendData, ask, type, identity }) => {
    await sendData(key);
    const { status, body } = await ask(key);
    assert.is(status, 200);
    assert.match(String(body.code), /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    assert.is(body.expires_at, '2026-03-01T12:10:00Z');
    assert.equal(await identity(), [false, null]);
    assert.is(await type(` ${String(body.code).toLowerCase().replace('-', ' ')} `), null);
    assert.equal(await identity(), [true, 'terminal']);
    const last = (await readAudit(registry, slug)).at(-1);
    assert.equal(last && [last.actor, last.field, last.to], [
      'owner:north-desk',
      'verified.identity',
      {
        by: 'terminal',
        at: '2026-03-01T12:00:00Z',
        how: 'The owner typed in a code that the Expert Advisor showed in the terminal (MT5).',
      },
    ]);
    for (const language of languageCodes) {
      const page = await app.inject({ url: `/account/${slug}/verification?lang=${language}` });
      const { terminal } = languageFor(language, undefined).words.account.provedMean;
      assert.match(page.body, `<td role="cell">${terminal.replace('{when}', '')}</td>`);
      assert.not.match(page.body, '100234');
    }
    assert.equal((await ask(key)).body, { code: null, expires_at: null });
    // The page on which the code was typed says so from now on.
    for (const [language, title, proof] of [
      ['en', 'This account is confirmed as yours', 'You typed the code'],
      ['de', 'Dieses Konto ist als Ihres bestätigt', 'Sie haben den Code eingegeben'],
      ['es', 'Está confirmado que esta cuenta es suya', 'Usted escribió el código'],
    ] as const) {
      const page = await browser.get(`/me/accounts/${slug}/connections?lang=${language}`);
      assert.match(page.body, title);
      assert.match(
        page.body,
        new RegExp(`<li>${proof}[^<]*</li><li><time datetime="2026-03-01T12`),
      );
      assert.not.match(page.body, 'name="code"');
      const again = await browser.post(`/me/accounts/${slug}/connections/code?lang=${language}`, {
        code: 'ABCDE-FGHJK',
      });
      assert.match(again.body, catalogueIn(language).owners.reasons.code_confirmed);
    }
  }),
);

codes('need data, and the pages of the account say once some has arrived', () =>
  withDesk(async ({ world: { app, registry } }) => {
    const silent = 'solo-silent';
    const pages = async (sentence: 'silent' | 'arrived') => {
      for (const code of languageCodes) {
        for (const page of ['', '/verification']) {
          const { body } = await app.inject({ url: `/account/${silent}${page}?lang=${code}` });
          assert.match(
            body,
            `<p class="notice">${languageFor(code, undefined).words.account[sentence]}</p>`,
          );
        }
      }
    };
    await pages('silent');
    const { key } = await createConnectionKey(registry, { account: silent, name: 'script' });
    const payload = { equity: [{ at: '2026-02-20T09:00:00Z', balance: 1000, equity: 1000 }] };
    const sent = await app.inject({
      method: 'POST',
      url: '/connect/v1/facts',
      headers: bearer(key),
      payload,
    });
    assert.is(sent.statusCode, 202, sent.body);
    await pages('arrived');
  }),
);

codes('are stored as hashes only', () =>
  withDesk(async ({ world: { registry }, key, sendData, ask }) => {
    await sendData(key);
    const { body } = await ask(key);
    const rows = await registry.store.db.selectFrom('terminal_codes').selectAll().execute();
    assert.is(rows.length, 1);
    const half = String(body.code).slice(0, 5);
    assert.not.match(JSON.stringify(rows), half);
  }),
);

codes('are refused once they were used, have expired, or were replaced', () =>
  withDesk(async ({ world: { registry }, key, pass, sendData, ask, type }) => {
    await sendData(key);
    const { code: old } = (await ask(key)).body;
    const { code: late } = (await ask(key)).body;
    assert.match((await type(old)) ?? '', /^This is not the code that the terminal shows/);
    pass(codeSeconds);
    assert.is(await type(late), 'This code has expired. Type the one that the terminal shows now.');
    const { code } = (await ask(key)).body;
    assert.is(await type(code), null);
    assert.is(await type(code), 'This code was used already. Each code works once.');
    assert.is(await type('ABCDE-FGHJK'), 'This account is confirmed already.');
    await applyRegistry(registry, { accounts: [{ slug, verified: { identity: false } }] });
    assert.is(await type(code), 'This code was used already. Each code works once.');
  }),
);

codes('of another account, of another owner or of nobody are refused', () =>
  withDesk(async ({ world: { app, registry }, key, sendData, ask, type, identity }) => {
    const { key: goldKey } = await createConnectionKey(registry, {
      account: 'north-gold',
      name: 'terminal',
    });
    const ofGold = { platform: 'MT4', number: 7, server: 'Northwind-Demo' };
    await sendData(key);
    await ask(key);
    await sendData(goldKey, ofGold);
    const { code } = (await ask(goldKey, ofGold)).body;
    assert.is(
      await type(code),
      'This is the code of your account Gold. Type it on that account’s page.',
    );
    const solo = await signedIn(app, registry, 'solo');
    assert.is(await type(code, 'north-gold', solo), '404');
    assert.match((await type(code, 'solo-silent', solo)) ?? '', /^No terminal shows a code/);
    assert.is(await type(code, 'solo-secret'), '404');
    assert.is(await type(code, 'north-all'), '404');
    assert.equal(await identity(), [false, null]);
    assert.is(await type(code, 'north-gold'), null);
  }),
);

codes('stop counting after too many wrong ones', () =>
  withDesk(async ({ key, sendData, ask, type, identity }) => {
    await sendData(key);
    const { code } = (await ask(key)).body;
    for (let tries = 0; tries < maxWrongTries; tries += 1) {
      assert.match((await type('22222-22222')) ?? '', /^This is not the code/);
    }
    assert.match((await type(code)) ?? '', /^You typed 5 wrong codes/);
    assert.equal(await identity(), [false, null]);
    assert.is(await type((await ask(key)).body.code), null);
  }),
);

codes('are for the account and server whose data the terminal sent, and for no other', () =>
  withDesk(async ({ world, key, id, sendData, ask, type, identity }) => {
    const early = await ask(key);
    assert.is(early.status, 422);
    assert.match(String(early.body.detail), 'has sent no data yet');
    await sendData(key);
    for (const changes of [{ number: 100235 }, { server: 'Northwind-Demo' }, { platform: 'MT4' }]) {
      const answer = await ask(key, changes);
      assert.is(answer.status, 422);
      assert.match(String(answer.body.detail), 'This key is for account 100234 at Northwind-Live');
    }
    // The data of the account is deleted, and then comes from another server.
    const { code } = (await ask(key)).body;
    const elsewhere = { platform: 'MT5', number: '100234', server: 'Invented-Live' };
    assert.match(
      inEnglish(
        (await useCode(world.registry, 'north-desk', slug, String(code), elsewhere)) ??
          quotedReason(''),
      ),
      'made for account 100234 at Northwind-Live. The data here is of account 100234 at Invented-Live',
    );
    await revokeConnectionKey(world.registry, id, 'test');
    assert.match((await type(code)) ?? '', 'The Connection Key behind this code was revoked');
    assert.is((await ask(key)).status, 401);
    assert.equal(await identity(), [false, null]);
  }),
);

codes('need an account with right clocks, and an account that its owner may send', () =>
  withDesk(async ({ world: { app, registry }, key, sendData, ask }) => {
    await sendData(key);
    assert.match(String((await ask(key, { gmt_time: 1 })).body.detail), 'clock');
    for (const payload of ['[]', '{}', '{"account":1}', 'x']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/connect/v1/code',
        payload,
        headers: { ...bearer(key), 'content-type': 'application/json' },
      });
      assert.is(answer.statusCode, 400, payload);
    }
    await registry.store.write(async (db) => {
      await db
        .insertInto('operator_accounts')
        .values({ account_id: 'MT5:100234@Northwind-Live' })
        .execute();
    });
    assert.is((await ask(key)).status, 409);
  }),
);

codes('give a badge that no registry file can give, and that ends with the owner', () =>
  withDesk(async ({ world: { registry }, key, sendData, ask, type, identity }) => {
    await sendData(key);
    await type((await ask(key)).body.code);
    for (const by of ['terminal', 'Broker']) {
      const forged = { accounts: [{ slug, verified: { identity: { by } } }] };
      const { message } = await refusal(applyRegistry(registry, forged));
      assert.match(message, 'is reserved for what trackrecord itself saw');
    }
    const { accounts } = await dumpRegistry(registry);
    const dumped = accounts.find((account) => account.slug === slug);
    assert.equal(dumped?.verified, { track_record: false });
    await applyRegistry(registry, { accounts });
    assert.equal(await identity(), [true, 'terminal']);
    await applyRegistry(registry, {
      accounts: [
        { slug: 'north-all', members: ['north-gold'] },
        { slug, owner: 'solo' },
      ],
    });
    assert.equal(await identity(), [false, null]);
    const trail = (await readAudit(registry, slug)).filter(
      ({ field }) => field === 'verified.identity',
    );
    assert.is(trail.at(-1)?.to, null);
    assert.is(new Set(trailHashes(trail)).size, trail.length + 1);
  }),
);

codes('are replaced by a sign-in at the broker, which proves more, and replace no other mark', () =>
  withDesk(async ({ world: { registry }, key, sendData, ask, type, identity }) => {
    await sendData(key);
    await type((await ask(key)).body.code);
    const prove = (by: 'broker' | 'terminal') =>
      registry.store.write((db) =>
        proveIdentity(db, slug, { by, how: 'x' }, { actor: 'test', at: now }),
      );
    assert.is(await prove('terminal'), false);
    assert.is(await prove('broker'), true);
    assert.equal(await identity(), [true, 'broker']);
    assert.is(await prove('terminal'), false);
    await applyRegistry(registry, { accounts: [{ slug, verified: { identity: { by: 'Ann' } } }] });
    assert.is(await prove('broker'), false);
    assert.equal(await identity(), [true, 'Ann']);
  }),
);

codes.run();
