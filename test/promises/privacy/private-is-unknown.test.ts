import type { InjectOptions } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { allowances } from '../../../server/callers/limits/limits.ts';
import { accountEnds } from '../../server/account-addresses.ts';
import { bearer, silent, type World, withWorld } from '../../server/world.ts';
import { pick, type Random, randomFrom, wholeBetween } from './random.ts';

const unknown = suite('a private account of somebody else');

const pairs = 1000;
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

async function answerOf({ app }: World, request: InjectOptions) {
  const { statusCode, headers, body } = await app.inject(request);
  return { statusCode, body, headers: { ...headers, date: '' } };
}

unknown('answers like an unknown slug, in every byte of a thousand pairs', async () => {
  await withWorld(async (world) => {
    const random = randomFrom(7);
    const slugs = randomSlugs(random);
    await world.apply(
      ...slugs
        .filter((_, at) => at % 2 === 0)
        .map((slug) => ({ ...silent, slug, account_id: `MT4:${slug}`, published: false })),
    );
    const strangers = [
      {},
      bearer('tr_live_x'),
      bearer((await world.keyOf('north-desk')).key),
      bearer((await world.keyOf('north-desk', ['accounts:read'])).key),
      bearer((await world.keyOf('north-desk', ['public:read'])).key),
    ];
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
