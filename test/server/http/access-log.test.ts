import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newInviteToken, newKey, newShareToken } from '../../../pipeline/base/key-format.ts';
import { createLog } from '../../../pipeline/base/log.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { noLimits } from '../open-server.ts';
import { withServing } from '../serving.ts';

const accessLog = suite('access log');

type Line = Readonly<Record<string, unknown>>;
type Call = (path: string, init?: RequestInit) => Promise<Response>;

interface Served {
  readonly call: Call;
  readonly calendarUrl: string;
  readonly share: string;
}

/** Serves a world while `work` sends requests. Returns the lines of the log, and its text. */
async function logOf(
  env: Readonly<Record<string, string>>,
  work: (served: Served) => Promise<unknown>,
): Promise<{ readonly text: string; readonly answered: readonly Line[] }> {
  const written: string[] = [];
  const logged = { logLevel: 'info', logFormat: 'json' } as const;
  const log = createLog(logged, { write: (line) => void written.push(line) });
  await withServing(
    async (server, { registry }) => {
      const share = await createShare(registry, 'north-desk', {
        account: 'north-secret',
        name: 'friend',
        passwordHash: null,
        expires_at: null,
      });
      const call: Call = async (path, init) => {
        const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
        await answer.arrayBuffer();
        return answer;
      };
      await work({ call, calendarUrl: server.calendarUrl, share });
    },
    { log, limits: noLimits, settings: env },
  );
  const lines: Line[] = written.map((line) => JSON.parse(line));
  return { text: written.join(''), answered: lines.filter(({ msg }) => msg === 'answered') };
}

accessLog('is off by default', async () => {
  const { answered } = await logOf({}, ({ call }) => call('/account/north-gold'));
  assert.equal(answered, []);
});

accessLog('has a line for each answer of both ports, with path and status', async () => {
  const { answered } = await logOf({ ACCESS_LOG: '1' }, async ({ call, calendarUrl }) => {
    await call('/api/v1/accounts/north-gold');
    await call('/api/v1/accounts/no%0Abody', { method: 'HEAD' });
    await call('/account/north-gold', { method: 'DELETE' });
    await call('/no/such/place');
    await fetch(`${calendarUrl.replace('ws', 'http')}/api/public/calendar/v1`);
  });
  assert.equal(
    answered.map(({ port, method, path, status }) => [port, method, path, status]),
    [
      ['api', 'GET', '/api/v1/accounts/north-gold', 200],
      ['api', 'HEAD', '/api/v1/accounts/:slug', 404],
      ['api', 'DELETE', '/account/north-gold', 405],
      ['api', 'GET', 'unknown', 404],
      ['calendar', 'GET', '/api/public/calendar/v1', 200],
    ],
  );
  for (const { level, client, milliseconds } of answered) {
    assert.equal([level, client], [30, '127.0.0.1']);
    assert.ok(Number.isInteger(milliseconds));
  }
});

accessLog('never has a secret, wherever a client puts it', async () => {
  const [key, invite, unknownShare] = [newKey(), newInviteToken(), newShareToken()];
  let secrets: string[] = [];
  const { text, answered } = await logOf({ ACCESS_LOG: '1' }, async ({ call, share }) => {
    secrets = [key, invite, unknownShare, share, 'canary'].map((secret) => secret.slice(-20));
    const headers = { authorization: `Bearer ${key}`, cookie: 'session=canary' };
    await call(`/api/v1/accounts?key=${key}&q=canary`, { headers });
    assert.is((await call(`/share/${share}`)).status, 200);
    await call(`/share/${share}/trades.csv`);
    await call(`/share/${share}/no/such/page`);
    await call(`/share/${share}`, { method: 'PUT' });
    await call(`/share/${share.replace('t', '%74')}`);
    await call(`/share/${unknownShare}`);
    await call(`/me/invite/${invite}`);
    await call('/alerts/unsubscribe/canary');
    await call('/alerts/confirm/canary');
    await call(`/account/${key}`);
    await call(`/account/${key.replace('t', '%2574')}`);
    await call('/canary');
  });
  assert.is(answered.length, 13);
  for (const secret of secrets) assert.not.ok(text.includes(secret), secret);
  assert.equal(
    answered.slice(1, 4).map(({ path }) => path),
    ['/share/:secret', '/share/:secret/trades.csv', 'unknown'],
  );
});

accessLog.run();
