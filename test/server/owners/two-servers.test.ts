import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { withPostgres } from '../../pipeline/registry/postgres-server.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { sentTrade } from '../../support/sent-rows.ts';
import { until } from '../../support/until.ts';
import { type CommandProcess, startCommand } from '../commands/process.ts';
import { accounts, bearer, owners, publishFacts } from '../world.ts';
import { type Answer, type Asked, decideEverything } from './every-decision.ts';
import { formOf, fromHere, inviteTo } from './owners.ts';

const two = suite('two servers over one registry in PostgreSQL');

const dataDir = dataDirectory(temporaryDirectory());
const clock = () => new Date();
const cookieName = 'session';

let registry: Registry;
let servers: CommandProcess[] = [];

/** Sends a request to the first or the second server. */
const ask =
  (at: 0 | 1) =>
  async ({ path, headers, form }: Asked): Promise<Answer> => {
    const url = await servers[at]?.answers;
    const options = form === null ? {} : { method: 'POST', body: form };
    const answer = await fetch(`${url?.url}${path}`, { ...options, headers, redirect: 'manual' });
    const header = (name: string) => answer.headers.get(name) ?? '';
    return { status: answer.status, body: await answer.text(), header };
  };

await withPostgres(two, (database) => {
  const databaseUrl = database.url;

  two.before(async () => {
    registry = await openRegistry({ dataDir, databaseUrl, clock });
    await applyRegistry(registry, { owners, accounts });
    await publishFacts(dataDir);
    // Nobody listens at this address, since this test is about decisions, not mails.
    const mails = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@records.example' };
    const compared = { TRACKRECORD_BENCHMARKS: 'XAUUSD' };
    const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...mails, ...compared };
    servers = [0, 1].map(() => startCommand(['serve'], dataDir, env));
  });
  two.after(async () => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
    await registry.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  });

  two("enforce a decision at one server at the other's next request", () =>
    decideEverything({ registry, dataDir, cookieName, here: ask(0), there: ask(1) }),
  );

  two('share sessions: signing in or out counts at both', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (at: 0 | 1, path: string, form: Readonly<Record<string, string>>, cookie = '') =>
      ask(at)({ path, headers: { ...fromHere, ...type, cookie }, form: formOf(form) });
    const password = 'a few words of mine';
    assert.is((await post(0, await inviteTo(registry, 'solo'), { password })).status, 303);
    const signed = await post(1, '/me/sign-in', { owner: 'solo', password });
    const [cookie = ''] = signed.header('set-cookie').split(';');
    const see = (at: 0 | 1) => ask(at)({ path: '/me', headers: { cookie }, form: null });
    assert.equal([(await see(0)).status, (await see(1)).status], [200, 200]);
    await post(0, '/me/sign-out', {}, cookie);
    assert.equal([(await see(0)).status, (await see(1)).status], [303, 303]);
  });

  two('have one receipt for a body sent to both, and answer the same about it', async () => {
    const { key } = await createConnectionKey(registry, { account: 'solo-silent', name: 'x' });
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    const trade = sentTrade('1');
    const account = {
      platform: 'MT4',
      currency: 'USD',
      opening_balance: 1000,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-02-03T09:00:00Z',
    };
    const form = JSON.stringify({ account, trades: [trade] });
    const sent = { path: '/connect/v1/facts', headers, form };
    const answers = await Promise.all([ask(0)(sent), ask(1)(sent)]);
    assert.equal(fieldOf(answers, 'status'), [202, 202]);
    assert.is(answers[0]?.body, answers[1]?.body);
    const { receipt } = JSON.parse(answers[0]?.body ?? '');
    const statesNow = () =>
      Promise.all(
        ([0, 1] as const).map(async (at) => {
          const path = `/connect/v1/receipts/${receipt}`;
          const { body } = await ask(at)({ path, headers, form: null });
          return JSON.parse(body).state;
        }),
      );
    assert.equal(await statesNow(), ['received', 'received']);
    await furnish(dataDir);
    await runAt(clock(), { dataDir, registry });
    assert.equal(await statesNow(), ['published', 'published']);
    const page = { path: '/account/solo-silent', headers: {}, form: null };
    for (const at of [0, 1] as const) {
      await until(async () => (await ask(at)(page)).body.includes('1,010.00'));
    }
  });
});

two.run();
