import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { openServer } from '../../server/open-server.ts';
import { clock, type PublishedWorld } from './published-world.ts';
import { type Ask, ownerAsks } from './surfaces.ts';

/** An answer without the time: everything that can differ between two worlds. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface OpenWorld {
  readonly registry: Registry;
  ask(ask: Ask): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Returns the first question that two worlds answer differently, as text; null if they answer all
 * alike. Each world has its own API. Owners have used it before, and its answers must fit its
 * description. When it looks for a planted leak, fewer requests go before, and questions of every
 * kind come early.
 */
export async function differenceBetween(
  one: PublishedWorld,
  other: PublishedWorld,
  asks: readonly Ask[],
  isLeaking = false,
): Promise<string | null> {
  const open = (world: PublishedWorld) => openWorld(world, silentLog, !isLeaking);
  const [first, second] = [await open(one), await open(other)];
  try {
    const used = (world: PublishedWorld) =>
      ownerAsks(world.world).filter(({ url }) => !isLeaking || url.includes('?include='));
    for (const ask of used(one)) await first.ask(ask);
    for (const ask of used(other)) await second.ask(ask);
    for (const ask of isLeaking ? spread(asks) : asks) {
      const [answer, next] = [await first.ask(ask), await second.ask(ask)];
      if (answer.status !== next.status || answer.text !== next.text) {
        return described(ask, answer, next);
      }
    }
    return null;
  } finally {
    await first.close();
    await second.close();
  }
}

/** Reorders questions so that similar ones are far apart. */
const spread = (asks: readonly Ask[]): Ask[] =>
  Array.from({ length: stride }, (_, first) =>
    asks.filter((_ask, at) => at % stride === first),
  ).flat();

const stride = 23;

/** An API over a published world. It is asked on behalf of every kind of caller. */
export async function openWorld(
  { dataDir, keys }: PublishedWorld,
  log: Log = silentLog,
  isWatched = true,
): Promise<OpenWorld> {
  const server = await openServer({ dataDir, clock, log, isWatched });
  const ask = async ({ caller, method, url, headers, payload }: Ask): Promise<Answer> => {
    const key = keys.get(caller);
    const response = await server.app.inject({
      method,
      url,
      ...(payload !== undefined && { payload }),
      headers: { ...headers, ...(key && { authorization: `Bearer ${key}` }) },
    });
    const shown = JSON.stringify({ ...response.headers, date: null });
    return {
      status: response.statusCode,
      text: `${shown}\n${response.rawPayload.toString('latin1')}`,
    };
  };
  return { registry: server.registry, ask, close: () => server.close() };
}

const shownBytes = 60;

function described({ caller, method, url, payload = '' }: Ask, one: Answer, other: Answer): string {
  let place = 0;
  while (place < one.text.length && one.text[place] === other.text[place]) place += 1;
  const around = ({ status, text }: Answer) =>
    `${status} …${text.slice(Math.max(0, place - shownBytes), place + shownBytes)}`;
  return `${caller} ${method} ${url} ${payload}\n  ${around(one)}\n  ${around(other)}`;
}
