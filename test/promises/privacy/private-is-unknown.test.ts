import type { InjectOptions } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { revokeKey } from '../../../pipeline/registry/keys.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import type { Scope } from '../../../pipeline/registry/words.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { allowances } from '../../../server/callers/limits/limits.ts';
import { accountEnds } from '../../server/account-addresses.ts';
import { cookieName } from '../../server/owners/owners.ts';
import { bearer, silent, type World, withWorld } from '../../server/world.ts';
import { addLone, lone, loneFacts, type Surface, surfacesOf } from './addresses.ts';
import { pick, type Random, randomFrom, wholeBetween } from './random.ts';

const unknown = suite('a private account of somebody else');

const pairs = 200;
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789-'];

/** Slugs of random length and letters. Those with an even number get a private account. */
function randomSlugs(random: Random): string[] {
  const word = (length: number) => Array.from({ length }, () => pick(random, letters)).join('');
  return Array.from(
    { length: 2 * pairs },
    (_, at) => `s${at}-${word(wholeBetween(random, 0, 50))}`,
  );
}

const endpoints = [...accountEnds, '/nope'];
const queries = [
  '',
  '?include=twr,advanced',
  '?include=nope',
  '?page=2',
  '?page=0',
  '?limit=1&limit=2',
  '?from=2024-02-30',
  '?from=2024-02-01&to=2024-01-01',
];
const methods = ['GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const;
const conditions: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'if-none-match': '*' },
  { 'if-none-match': '"x", W/"y"' },
  { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  { 'accept-encoding': 'gzip, br' },
  { range: 'bytes=0-1' },
];

async function answerOf({ app }: Pick<World, 'app'>, request: InjectOptions) {
  const { statusCode, headers, body } = await app.inject(request);
  return { statusCode, body, headers: { ...headers, date: '' } };
}

/** Texts that are not slugs, or are slugs of nobody. */
const notSlugs = [
  '..%2f',
  '..%2f..%2fregistry.db',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cregistry.db',
  '%c0%ae%c0%ae',
  '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae',
  '%00',
  'north-eurusd%00',
  'north-eurusd%00.json',
  '%0d%0aset-cookie:x',
  'north-eurusd%20',
  '%20north-eurusd',
  'north-eurusd%0a',
  'north-eurusd.',
  'north-eurusd.json',
  'north-eurusd%2f',
  'north-eurusd%3finclude=twr',
  'north-eurusd;a=b',
  'NORTH-EURUSD',
  'North-EURUSD',
  'n%6frth-eurus%64x',
  // Letters of other scripts and widths that look similar.
  'n%D0%BErth-eurusd',
  '%EF%BD%8Eorth-eurusd',
  'north%E2%80%90eurusd',
  'north%E2%80%8B-eurusd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  '-',
  '*',
  '%2a',
  '%',
  '%f',
  '%zz',
  '%25%32%65',
  'north-eurusd%252f',
  "x'%20or%201=1--",
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(300),
  'a'.repeat(7000),
  '%61'.repeat(1500),
];

/** Headers of everybody but the owner of a private account. */
async function strangersOf({ keyOf, registry }: World): Promise<Record<string, string>[]> {
  const keyWith = async (...scopes: Scope[]) => bearer((await keyOf('north-desk', scopes)).key);
  const revoked = await keyOf('north-desk');
  await revokeKey(registry, revoked.id);
  return [
    await keyWith('public:read', 'accounts:read'),
    {},
    bearer('tr_live_x'),
    bearer(revoked.key),
    await keyWith('public:read'),
    await keyWith('accounts:read'),
    await cookieOf('north-desk', registry),
  ];
}

async function cookieOf(owner: string, registry: Registry): Promise<Record<string, string>> {
  return { cookie: `${cookieName}=${await openSession(registry, owner, 'Firefox', null)}` };
}

/** Addresses at which a signed-in owner reads a private account. */
const isOpenToOwner = ({ name }: Surface) =>
  /^\/account\/:slug(?!\/(?:embed|months\.atom)$)/.test(name);

const page = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Values of Accept, and methods other than the usual one. */
const forms = [[page], ['*/*'], ['application/json'], [page, 'HEAD'], ['*/*', 'POST']] as const;

unknown('is like an unknown one at every address and tool, and so is what is no slug', async () => {
  await withWorld(
    async (world) => {
      const surfaces = await surfacesOf(world.app);
      assert.ok(surfaces.length > 40, `${surfaces.length}`);
      await addLone(world, false);
      const strangers = await strangersOf(world);
      const signedIn = await cookieOf(lone.owner, world.registry);
      for (const surface of surfaces) {
        const { name, of } = surface;
        const answerFor = (slug: string, headers: object, method?: 'HEAD' | 'POST') => {
          const request = of(slug);
          const sent = { ...headers, ...request.headers };
          return answerOf(world, { ...request, headers: sent, ...(method && { method }) });
        };
        const isOpen = isOpenToOwner(surface);
        if (isOpen) assert.is((await answerFor(lone.slug, signedIn)).statusCode, 200, name);
        const callers = isOpen ? strangers : [...strangers, signedIn];
        for (const [caller, headers] of callers.entries()) {
          for (const [accept, method] of forms) {
            const sent = { accept, ...headers };
            const expected = await answerFor('never-was', sent, method);
            const answer = await answerFor(lone.slug, sent, method);
            assert.equal(answer, expected, `${caller} ${method} ${accept} ${name}`);
          }
        }
        for (const headers of strangers.slice(0, 2)) {
          const expected = await answerFor('never-was', headers);
          for (const slug of notSlugs) {
            assert.equal(await answerFor(slug, headers), expected, `${slug.slice(0, 60)} ${name}`);
          }
        }
      }
    },
    { facts: loneFacts },
  );
});

unknown('answers like an unknown slug, in every byte of many pairs', async () => {
  await withWorld(async (world) => {
    const random = randomFrom(7);
    const slugs = randomSlugs(random);
    await world.apply(
      ...slugs
        .filter((_, at) => at % 2 === 0)
        .map((slug) => ({ ...silent, slug, account_id: `MT4:${slug}`, published: false })),
    );
    const strangers = await strangersOf(world);
    const seen = new Set<number>();
    for (let at = 0; at < slugs.length; at += 2) {
      for (const endpoint of endpoints) {
        const method = pick(random, methods);
        const headers = { ...pick(random, conditions), ...pick(random, strangers) };
        const query = pick(random, queries);
        const [one, other] = [slugs[at], slugs[at + 1]].map((slug) =>
          answerOf(world, {
            method,
            url: `/api/v1/accounts/${slug}${endpoint}${query}`,
            headers,
          }),
        );
        const answer = await one;
        assert.equal(answer, await other, `${method} ${endpoint}${query}`);
        seen.add(answer?.statusCode ?? 0);
      }
    }
    assert.equal([...seen].sort(), [400, 401, 403, 404, 405]);
  });
});

unknown('counts against the limits like an unknown slug', async () => {
  const instant = Date.parse('2026-03-01T12:00:00Z');
  const clock = { wall: () => instant, steady: () => 0 };
  const limits = createMemoryLimits(clock, allowances);
  await withWorld(
    async (world) => {
      await world.apply({ ...silent, slug: 'private', account_id: 'MT4:p', published: false });
      const asked = async (slug: string, remoteAddress: string) => {
        const answers = [];
        for (let request = 0; request < 25; request += 1) {
          const url = `/api/v1/accounts/${slug}`;
          answers.push(await answerOf(world, { url, remoteAddress }));
        }
        return answers;
      };
      const answers = await asked('private', '192.0.2.1');
      assert.equal(answers, await asked('unknown', '192.0.2.2'));
      assert.is(answers[19]?.statusCode, 404);
      assert.match(JSON.stringify(answers[19]?.headers), '"x-ratelimit-remaining":"0"');
      assert.is(answers[20]?.statusCode, 429);
    },
    { limits },
  );
});

unknown.run();
