import { setTimeout as wait } from 'node:timers/promises';
import { testAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import type { Asked, HostileServer } from './server.ts';
import { type HostileWorld, password } from './world.ts';

type Probe = 'health' | 'API' | 'page' | 'image' | 'sign-in' | 'test message';

/** Milliseconds of each probe. */
export type Latencies = ReadonlyMap<Probe, readonly number[]>;

const languages = ['en', 'de', 'es'];
const sizes = ['small', 'medium', 'large', 'preview'];
const visitorAddress = '10.1.1.1';

/**
 * Requests of others, how often they come, and the status of their answers. Each page and image is
 * asked for once, as long as there are enough, so that most are made and compressed anew.
 */
const probes: readonly (readonly [
  Probe,
  everyMilliseconds: number,
  status: number,
  asked: (no: number, world: HostileWorld) => Asked,
])[] = [
  ['health', 50, 200, () => ({ path: '/healthz', from: visitorAddress })],
  [
    'API',
    50,
    200,
    (no, { key }) => ({
      path: `/api/v1/accounts/bench-${no % 200}`,
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'br' },
      from: visitorAddress,
    }),
  ],
  [
    'page',
    200,
    200,
    (no) => ({
      path: `/account/bench-${120 + (no % 70)}?lang=${languages[Math.floor(no / 70) % 3]}`,
      headers: { 'accept-encoding': 'br' },
      from: visitorAddress,
    }),
  ],
  [
    'image',
    500,
    200,
    (no) => ({
      path: `/widget/bench-${190 + (no % 10)}.png?size=${sizes[Math.floor(no / 10) % 4]}&theme=${no % 80 < 40 ? 'light' : 'dark'}`,
      from: '10.1.1.2',
    }),
  ],
  [
    'sign-in',
    400,
    303,
    () => ({
      path: '/me/sign-in',
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: new URLSearchParams({ owner: 'quiet', password }).toString(),
      from: visitorAddress,
    }),
  ],
];

const leastMilliseconds = 10_000;
const messageMilliseconds = 120_000;

/** Number of the next request of each probe, over all states. */
const numbers = new Map<Probe, number>();

/**
 * Measures requests of others for ten seconds, and as long as the attack lasts. Requests don't wait
 * for the answer to the one before.
 */
export async function measureOthers(
  server: HostileServer,
  world: HostileWorld,
  isUnderAttack: () => boolean,
): Promise<Latencies> {
  const begin = performance.now();
  const messages = testMessages(world);
  let isAwaited = true;
  const goesOn = (): boolean =>
    isAwaited || isUnderAttack() || performance.now() - begin < leastMilliseconds;
  const measuring = probes.map(async ([probe, every, expected, asked]) => {
    const all: Promise<number>[] = [];
    while (goesOn()) {
      const no = numbers.get(probe) ?? 0;
      numbers.set(probe, no + 1);
      all.push(timeOf(server, asked(no, world), expected));
      await wait(every);
    }
    return [probe, await Promise.all(all)] as const;
  });
  const arrived = await messages;
  isAwaited = false;
  return new Map([...(await Promise.all(measuring)), ['test message', arrived] as const]);
}

async function timeOf(server: HostileServer, asked: Asked, expected: number): Promise<number> {
  const begin = performance.now();
  const status = await server.ask(asked);
  if (status !== expected) throw new Error(`${asked.path}: ${status}`);
  return performance.now() - begin;
}

/** Sends a test message to each webhook of others. Returns how long each took to arrive. */
async function testMessages({ registry, tested, receiver }: HostileWorld): Promise<number[]> {
  if (receiver === null) return [];
  receiver.hooks.length = 0;
  const begin = performance.now();
  for (const { owner, id } of tested) await testAlertTarget(registry, owner, id);
  const arrived = new Map<string, number>();
  while (arrived.size < tested.length && performance.now() - begin < messageMilliseconds) {
    await wait(20);
    for (const { path } of receiver.hooks) {
      if (!arrived.has(path)) arrived.set(path, performance.now() - begin);
    }
  }
  return tested.map(({ owner }) => arrived.get(`/${owner}`) ?? messageMilliseconds);
}
