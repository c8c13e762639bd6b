import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { bearer, silent, type World, withWorld } from '../server/world.ts';
import { mannWhitney, median } from './mann-whitney.ts';

// Checks that time doesn't tell a private account from an unknown one:
//
//     node dist/test/load/private-timing.js --pairs 20000
//
// Fails if the medians differ by 5 µs in process, or the distributions with p below 0.01.

const { values } = parseArgs({ options: { pairs: { type: 'string' } } });
const pairs = Number(values.pairs ?? 20_000);
const warmUp = 3000;
const maxMicroseconds = 5;
const minP = 0.01;

type Send = (url: string, headers: Record<string, string>) => Promise<number>;

interface Way {
  readonly name: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly send: Send;
  /** True if each slug is requested once, so that nothing about it is cached. */
  readonly isFresh: boolean;
}

async function microsecondsOf({ path, headers, send }: Way, slug: string): Promise<number> {
  const begin = process.hrtime.bigint();
  const status = await send(`/api/v1/accounts/${slug}${path}`, headers);
  const end = process.hrtime.bigint();
  if (status !== 404) throw new Error(`${slug}: ${status}`);
  return Number(end - begin) / 1000;
}

/**
 * Compares both kinds of slug in one way of asking. Prints a line. Returns true if time tells
 * nothing.
 */
async function compare(way: Way): Promise<boolean> {
  const hidden: number[] = [];
  const none: number[] = [];
  for (let at = -warmUp; at < pairs; at += 1) {
    const number = way.isFresh ? String(at + warmUp).padStart(6, '0') : '000000';
    const slugs = [`private-${number}`, `unknown-${number}`];
    // The order alternates, since the first of two requests may take longer.
    if (Math.random() < 0.5) slugs.reverse();
    for (const slug of slugs) {
      const microseconds = await microsecondsOf(way, slug);
      if (at >= 0) (slug.startsWith('private') ? hidden : none).push(microseconds);
    }
  }
  const difference = median(hidden) - median(none);
  const p = mannWhitney(hidden, none);
  const isSame = Math.abs(difference) < maxMicroseconds && p > minP;
  console.log(
    `${isSame ? 'same ' : 'TELLS'} ${way.name}: ${pairs} pairs, medians ${median(hidden).toFixed(2)} ` +
      `and ${median(none).toFixed(2)} µs, difference ${difference.toFixed(2)} µs, p = ${p.toFixed(4)}`,
  );
  return isSame;
}

/** Asks over HTTP, one request at a time. */
function overSocket(base: string, agent: Agent): Send {
  return (url, headers) =>
    new Promise((resolve, reject) => {
      get(`${base}${url}`, { agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
}

async function registerPrivate({ registry }: World): Promise<void> {
  const number = (at: number) => `private-${String(at).padStart(6, '0')}`;
  const slugs = Array.from({ length: pairs + warmUp }, (_, at) => number(at));
  await applyRegistry(registry, {
    accounts: slugs.map((slug) => ({ ...silent, slug, account_id: slug, published: false })),
  });
}

await withWorld(async (world) => {
  await registerPrivate(world);
  const inProcess: Send = async (url, headers) =>
    (await world.app.inject({ url, headers })).statusCode;
  const base = await world.app.listen({ port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const keyed = bearer((await world.keyOf('north-desk')).key);
  const ways = [
    { name: 'in process, anonymous', path: '', headers: {}, send: inProcess },
    { name: 'in process, trades with a key', path: '/trades', headers: keyed, send: inProcess },
    { name: 'over a socket, anonymous', path: '', headers: {}, send: overSocket(base, agent) },
  ];
  let isSame = true;
  for (const isFresh of [false, true]) {
    for (const way of ways) {
      // The server closes idle connections, and this one was idle while another way was measured.
      agent.destroy();
      const name = `${way.name}, ${isFresh ? 'each slug once' : 'the same slugs again'}`;
      isSame = (await compare({ ...way, name, isFresh })) && isSame;
    }
  }
  agent.destroy();
  process.exitCode = isSame ? 0 : 1;
});
