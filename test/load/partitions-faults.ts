import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from '../pipeline/registry/postgres-server.ts';
import type { TestRedis } from '../server/callers/limits/redis-server.ts';
import type { CommandProcess } from '../server/commands/process.ts';
import type { Fault, FaultProxy } from '../support/fault-proxy.ts';
import type { SilentProxy } from '../support/silent-proxy.ts';
import type { PartitionsWorld } from './partitions-world.ts';

/** A run that is under way, and the path of its data directory. */
export interface Going extends CommandProcess {
  readonly path: string;
}

/** Publications that are under way, and what they depend on. */
export interface Scene {
  readonly going: readonly Going[];
  readonly world: PartitionsWorld;
  readonly store: FaultProxy;
  /** Removes an object of the store, as if the store had lost it after it was confirmed. */
  loseObject(): Promise<void>;
  readonly database: TestDatabase;
  /** Between all processes and PostgreSQL. */
  readonly network: SilentProxy;
  readonly redis: TestRedis;
  /** Kills a server and starts it again, without its copy if that `isLost`. */
  killServer(isLost: boolean): Promise<void>;
  /** Returns the machine that has the claim to the calendar. */
  calendarHolder(): Promise<string>;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}

type Disturb = (scene: Scene) => Promise<unknown>;

/** Spoils the store's answers for some seconds. */
const spoil =
  (fault: Fault): Disturb =>
  async ({ store, random }) => {
    store.always(fault);
    await pause(1000 + random() * 4000);
    store.always(null);
  };

const restart =
  (...ways: readonly ('fast' | 'immediate')[]): Disturb =>
  async ({ database }) => {
    for (const way of ways) await database.restart?.(way);
  };

/** Ways to disturb publications, each with the name that the output counts it under. */
export const faultsOfPartitions: Readonly<Record<string, Disturb>> = {
  'partition killed': async ({ going, pick }) => pick(going).child.kill('SIGKILL'),
  'server killed': ({ killServer }) => killServer(false),
  'server lost': ({ killServer }) => killServer(true),
  'PostgreSQL fast': restart('fast'),
  'PostgreSQL immediate': restart('immediate'),
  'PostgreSQL twice': restart('fast', 'immediate'),
  'PostgreSQL silent': async ({ network, random }) => {
    network.silence();
    await pause(500 + random() * 5000);
    network.speak();
  },
  'store 500': spoil(500),
  'store full': spoil('full'),
  'store slow': spoil('slow'),
  'store silent': spoil('silent'),
  'store cuts answers': spoil('half'),
  'store lies about content': spoil('wrong'),
  'store forgets': spoil('forgets'),
  'store loses an object': ({ loseObject }) => loseObject(),
  // Its counts of requests are lost with it.
  'Redis killed': async ({ redis, random }) => {
    await redis.kill();
    await pause(random() * 2000);
    await redis.start();
  },
  'calendar holder killed': async ({ going, calendarHolder }) => {
    const holder = await calendarHolder();
    for (const { path, child } of going) if (holder.endsWith(` ${path}`)) child.kill('SIGKILL');
  },
  'account changes owner': ({ world, pick }) => world.changeOwner(pick),
  'history removed while a server downloads': async ({ world, killServer }) => {
    await world.cutHistory();
    await killServer(true);
  },
};
