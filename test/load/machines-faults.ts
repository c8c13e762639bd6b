import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from '../pipeline/registry/postgres-server.ts';
import type { TestRedis } from '../server/callers/limits/redis-server.ts';
import type { CommandProcess } from '../server/commands/process.ts';
import type { Fault, FaultProxy } from '../support/fault-proxy.ts';
import type { SilentProxy } from '../support/silent-proxy.ts';

/** Publication that is under way, and what it depends on. */
export interface Scene {
  readonly going: CommandProcess;
  /** Milliseconds that a publication usually takes. */
  readonly usual: number;
  readonly store: FaultProxy;
  /** Removes one object of the store, as if the store had lost it after it was confirmed. */
  loseObject(): Promise<void>;
  readonly database: TestDatabase;
  /** Between all machines and PostgreSQL. */
  readonly network: SilentProxy;
  readonly redis: TestRedis;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}

type Disturb = (scene: Scene) => Promise<void>;

/** Does something at a random moment of the publication, unless that ends first. */
const meanwhile =
  (act: Disturb): Disturb =>
  async (scene) => {
    await Promise.race([pause(scene.usual * scene.random()), scene.going.ended]);
    await act(scene);
  };

/** Spoils the store's answers for some seconds. */
const spoil = (fault: Fault): Disturb =>
  meanwhile(async ({ store, going, random }) => {
    store.always(fault);
    await Promise.race([pause(1000 + random() * 4000), going.ended]);
    store.always(null);
  });

const restart = (...ways: readonly ('fast' | 'immediate')[]): Disturb =>
  meanwhile(async ({ database }) => {
    for (const way of ways) await database.restart?.(way);
  });

/** Ways to disturb a publication, each with the name that the output counts it under. */
export const publicationFaults: Readonly<Record<string, Disturb>> = {
  'run killed': meanwhile(async ({ going }) => void going.child.kill('SIGKILL')),
  'PostgreSQL fast': restart('fast'),
  'PostgreSQL immediate': restart('immediate'),
  'PostgreSQL twice': restart('fast', 'immediate'),
  'PostgreSQL silent': meanwhile(async ({ network, random }) => {
    network.silence();
    await pause(500 + random() * 5000);
    network.speak();
  }),
  'store 500': spoil(500),
  'store 503': spoil(503),
  'store full': spoil('full'),
  'store slow': spoil('slow'),
  'store silent': spoil('silent'),
  'store cuts answers': spoil('half'),
  'store lies about content': spoil('wrong'),
  'store forgets': spoil('forgets'),
  'store loses an object': meanwhile(({ loseObject }) => loseObject()),
  // Its counts of requests are lost with it.
  'Redis killed': meanwhile(async ({ redis, random }) => {
    await redis.kill();
    await pause(random() * 2000);
    await redis.start();
  }),
};
