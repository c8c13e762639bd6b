import type { InjectOptions } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newKey } from '../../../pipeline/base/key-format.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import { hashPassword } from '../../../pipeline/registry/passwords.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import type { Allowance, Limits } from '../../../server/callers/limits/limits.ts';
import { callOf, mcpHeaders } from '../mcp/calls.ts';
import { noLimits } from '../open-server.ts';
import { fromHere } from '../owners/owners.ts';
import { bearer, withWorld } from '../world.ts';

const counted = suite('what requests count in');

const url = '/api/v1/accounts/north-eurusd';
const network = '203.0.113.7';

const mcp = (payload: object): InjectOptions => ({
  method: 'POST',
  url: '/mcp',
  payload,
  headers: mcpHeaders,
});
const question = callOf('get_account', { slug: 'north-eurusd' });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** Requests that anybody with a Developer API Key may send. `plan` stands for the key's limit. */
const withKeys: readonly (readonly [
  request: InjectOptions,
  ofNetwork: readonly Allowance[],
  ofKey: readonly (Allowance | 'plan')[],
])[] = [
  [{ url }, ['anonymous'], ['plan']],
  [{ url, method: 'HEAD' }, ['anonymous'], ['plan']],
  [{ url: '/api/v1/nope' }, ['anonymous'], ['plan']],
  [mcp(ping), ['messages'], ['messages']],
  [mcp(question), ['messages', 'anonymous'], ['messages', 'plan']],
  [
    mcp([question, ping, question]),
    ['messages', 'messages', 'messages', 'anonymous', 'anonymous'],
    ['messages', 'messages', 'messages', 'plan', 'plan'],
  ],
];

counted('is a good key by itself, and the network of everybody else', async () => {
  const taken: string[] = [];
  const limits: Limits = {
    ...noLimits,
    take(allowance, client) {
      taken.push(`${allowance} ${client}`);
      return noLimits.take(allowance, client);
    },
  };
  await withWorld(
    async (world) => {
      const { app, registry } = world;
      const takenBy = async (request: InjectOptions): Promise<string[]> => {
        taken.length = 0;
        await app.inject({ ...request, remoteAddress: network });
        return [...taken];
      };
      const inNetwork = (names: readonly string[]) => names.map((name) => `${name} ${network}`);

      const paid = [await world.keyOf('north-desk'), await world.keyOf('north-desk')];
      const free = await world.keyOf('solo');
      const revoked = await world.keyOf('north-desk');
      await revokeKey(registry, revoked.id);
      const bad = [newKey(), revoked.key, `${free.key}x`, 'nope'];
      for (const [request, ofNetwork, ofKey] of withKeys) {
        const asked = (key?: string) =>
          takenBy({ ...request, headers: { ...request.headers, ...bearer(key) } });
        const name = JSON.stringify(request);
        assert.equal(await asked(), inNetwork(ofNetwork), name);
        for (const { key, id } of [...paid, free]) {
          const plan = key === free.key ? 'free' : 'paid';
          const expected = ofKey.map((each) => `${each === 'plan' ? plan : each} ${id}`);
          assert.equal(await asked(key), expected, name);
        }
        for (const key of bad) assert.equal(await asked(key), inNetwork(['anonymous']), name);
      }

      const share = { account: 'north-eurusd', name: 'x', expires_at: null };
      const passwordHash = await hashPassword('a long password');
      const secret = await createShare(registry, 'north-desk', { ...share, passwordHash });
      const [{ id } = { id: '' }] = await registry.store.db
        .selectFrom('shares')
        .select('id')
        .execute();
      const connection = { account: 'north-eurusd', name: 'x', owner: 'north-desk' };
      const sender = await createConnectionKey(registry, connection, 'test');
      const form = (url: string, payload: string): InjectOptions => ({
        method: 'POST',
        url,
        payload,
        headers: { ...fromHere, 'content-type': 'application/x-www-form-urlencoded' },
      });
      const state = '/connect/v1/state';
      for (const [request, expected] of [
        [{ url: '/' }, inNetwork(['pages'])],
        [{ url: '/account/north-eurusd/trades.csv' }, inNetwork(['anonymous'])],
        [{ url: '/account/unknown' }, inNetwork(['pages'])],
        [{ url: '/me' }, inNetwork(['pages'])],
        [{ url: '/operator' }, inNetwork(['pages'])],
        [{ url: '/api/public/calendar/v1' }, inNetwork(['calendar'])],
        [{ url: `/share/${secret}` }, inNetwork(['shares'])],
        [{ url: '/share/unknown/trades.csv' }, inNetwork(['shares'])],
        [
          form(`/share/${secret}`, 'password=wrong'),
          [
            ...inNetwork(['shares', 'sign_ins']),
            `share_password ${network} ${id}`,
            `share_passwords ${id}`,
          ],
        ],
        [
          form('/me/sign-in', 'owner=SOLO&password=wrong'),
          [...inNetwork(['pages', 'sign_ins']), `sign_in ${network} solo`],
        ],
        [
          form('/me/sign-in', 'owner=%2E%2E&password=wrong'),
          [...inNetwork(['pages', 'sign_ins']), `sign_in ${network} `],
        ],
        [{ url: state }, inNetwork(['anonymous'])],
        [{ url: state, headers: bearer(free.key) }, inNetwork(['anonymous'])],
        [{ url: state, headers: bearer(sender.key) }, [`deliveries ${sender.id}`]],
      ] as const) {
        assert.equal(await takenBy(request), expected, JSON.stringify(request));
      }

      // A key that nobody can look up may be anybody's.
      registry.findKeyByHash = () => Promise.reject(new Error('locked'));
      await world.apply();
      for (const [request] of withKeys) {
        const headers = { ...request.headers, ...bearer(newKey()) };
        const name = JSON.stringify(request);
        assert.equal(await takenBy({ ...request, headers }), inNetwork(['anonymous']), name);
      }
    },
    { limits },
  );
});

counted.run();
