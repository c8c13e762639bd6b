import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DeliveryError, type Message } from '../../../pipeline/alerts/message.ts';
import { createSending, mostUnderWay, type Sending } from '../../../pipeline/alerts/sending.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { confirmAlertTarget } from '../../../pipeline/registry/alert-consent.ts';
import { noteCauses } from '../../../pipeline/registry/alert-queue.ts';
import { addAlertTarget, testAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { until } from '../../support/until.ts';
import { withRegistry } from '../registry/world.ts';

const sending = suite('turns of alerts');

const start = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;

interface World {
  readonly registry: Registry;
  readonly sending: Sending;
  /** Addresses that were reached, in order. */
  readonly reached: string[];
  /** Addresses that don't answer, with what ends each try. */
  readonly silent: Map<string, () => void>;
  /** Most messages that were under way at once so far. */
  readonly most: { all: number; ofOneOwner: number; toOneHost: number };
  /** Adds an owner with an account, and returns how to add places and causes. */
  owner(slug: string): Promise<Owner>;
  /** Lets all silent places fail, until nothing is under way. */
  failSilent(): Promise<void>;
  at(milliseconds: number): void;
}

interface Owner {
  /** Adds a place and returns its id. An address without `https:` is one of mail. */
  place(address: string): Promise<string>;
  /** Notes causes, which make a message for each place. */
  causes(count: number): Promise<void>;
  /** Sends a test to a place. */
  test(id: string): Promise<void>;
}

const isSilent = (address: string): boolean => address.includes('silent');

const withWorld = (work: (world: World) => Promise<void>): Promise<void> => {
  let now = start;
  return withRegistry(
    async (registry) => {
      const reached: string[] = [];
      const silent = new Map<string, () => void>();
      const open: Message[] = [];
      const most = { all: 0, ofOneOwner: 0, toOneHost: 0 };
      const largest = (of: (message: Message) => string) =>
        Math.max(...open.map((message) => open.filter((to) => of(to) === of(message)).length));
      const send = async (message: Message) => {
        const { address } = message.target;
        open.push(message);
        most.all = Math.max(most.all, open.length);
        most.ofOneOwner = Math.max(
          most.ofOneOwner,
          largest(({ target }) => (target as { owner?: string }).owner ?? ''),
        );
        most.toOneHost = Math.max(
          most.toOneHost,
          largest(({ target }) => target.address.replace(/^.*[@/]([^/]+)\/?.*$/, '$1')),
        );
        try {
          if (isSilent(address)) {
            await new Promise<void>((_, reject) => {
              silent.set(address, () => reject(new DeliveryError('timeout')));
            });
          }
          reached.push(address);
        } finally {
          open.splice(open.indexOf(message), 1);
        }
      };
      const created = createSending({
        registry,
        senders: { email: send, webhook: send },
        log: silentLog,
      });
      let accounts = 0;
      await work({
        registry,
        sending: created,
        reached,
        silent,
        most,
        async owner(slug) {
          accounts += 1;
          const account = `of-${slug}`;
          await applyRegistry(registry, {
            owners: [{ slug, name: slug, plan: 'ultra' }],
            accounts: [
              {
                slug: account,
                type: 'account',
                account_id: `MT5:${accounts}@Broker-Live`,
                owner: slug,
                name: slug,
              },
            ],
          });
          let noted = 0;
          return {
            async place(address) {
              const kind = address.startsWith('https:') ? 'webhook' : 'email';
              const target = { kind, address, language: 'en' } as const;
              const { id } = await addAlertTarget(registry, slug, target);
              if (kind === 'email') await confirmAlertTarget(registry, id);
              return id;
            },
            async causes(count) {
              const causes = Array.from({ length: count }, () => {
                noted += 1;
                const cause = { kind: 'stale', cause: `${noted}`, terms: '' };
                return { account, owner: slug, ...cause, details: {} };
              });
              await noteCauses(registry, '2026-03-01', { causes, ended: [] }, registry.clock());
            },
            test: (id) => testAlertTarget(registry, slug, id),
          };
        },
        async failSilent() {
          const isOver = created.ended().then(() => true);
          let isEnded = false;
          void isOver.then(() => {
            isEnded = true;
          });
          await until(async () => {
            for (const [address, fail] of silent) {
              silent.delete(address);
              fail();
            }
            return isEnded;
          });
        },
        at(milliseconds) {
          now = start + milliseconds;
        },
      });
    },
    () => new Date(now),
  );
};

sending('are not held up by 25 messages to silent webhooks of one owner', () =>
  withWorld(async ({ sending: { send, ended }, owner, reached, silent, most, failSilent, at }) => {
    const slow = await owner('slow');
    const places: string[] = [];
    for (let place = 0; place < 5; place += 1) {
      places.push(await slow.place(`https://silent-${place}.example/`));
    }
    await slow.causes(5);
    const quick = await owner('quick');
    const hook = await quick.place('https://quick.example/');
    await quick.place('me@quick.example');
    for (const id of places) await slow.test(id);

    await send();
    await quick.test(hook);
    await send();
    await until(async () => reached.length === 2);
    await quick.causes(3);
    await send();
    await until(async () => reached.length === 8);
    assert.is(silent.size, 1, 'one message of the slow owner is under way');
    assert.is(most.all <= 2, true, 'and one of the quick owner');

    // All places fail: each was tried with its test, and with one message.
    const before = reached.length;
    await failSilent();
    assert.is(reached.length, before);
    await quick.causes(1);
    await send();
    await ended();
    assert.is(silent.size, 0, 'nothing is sent to a place that failed');
    assert.is(reached.length, before + 2);
    at(minute);
    await send();
    await until(async () => silent.size === 1);
    await failSilent();
    assert.equal([most.ofOneOwner, most.toOneHost], [1, 1]);
  }),
);

sending('have one message under way for each host, whoever sends it', () =>
  withWorld(async ({ sending: { send }, owner, reached, silent, most, failSilent }) => {
    for (const name of ['first', 'second', 'third']) {
      const { place, causes } = await owner(name);
      await place(`${name}@silent.example`);
      await place(`https://${name}.example/`);
      await causes(2);
    }
    await send();
    await until(async () => silent.size === 1);
    // The owner whose mail hangs may wait. The others' webhooks go on.
    await until(async () => reached.length >= 4);
    await failSilent();
    assert.equal([most.ofOneOwner, most.toOneHost, reached.length], [1, 1, 6]);
  }),
);

sending('keep a mail server that hangs from holding up webhooks', () =>
  withWorld(async ({ sending: { send, ended }, owner, reached, silent, most, failSilent }) => {
    const count = mostUnderWay + 4;
    for (let mail = 0; mail < count; mail += 1) {
      const { place, causes } = await owner(`mail-${mail}`);
      await place(`me@silent-${mail}.example`);
      await causes(1);
    }
    await send();
    await until(async () => silent.size > 0);
    const { place, causes } = await owner('hooks');
    await place('https://hooks.example/');
    await causes(3);
    await send();
    await until(async () => reached.length === 3);
    assert.is(most.all, mostUnderWay + 1, 'so many mails, and one webhook');
    await failSilent();
    await ended();
  }),
);

sending('go to the owner whose last one was the longest ago', () =>
  withWorld(async ({ sending: { send }, owner, silent, failSilent, most }) => {
    for (let slow = 0; slow < mostUnderWay; slow += 1) {
      const { place, causes } = await owner(`slow-${slow}`);
      for (const name of ['a', 'b', 'c']) await place(`https://silent-${name}-${slow}.example/`);
      await causes(3);
    }
    await send();
    await until(async () => silent.size === mostUnderWay);
    const { place, causes } = await owner('newcomer');
    await place('https://silent-newcomer.example/');
    await causes(1);
    await send();
    const [[address, fail] = ['', () => {}]] = silent;
    silent.delete(address);
    fail();
    await until(async () => silent.size === mostUnderWay);
    assert.ok(silent.has('https://silent-newcomer.example/'), [...silent.keys()].join(' '));
    assert.is(most.all, mostUnderWay);
    await failSilent();
  }),
);

sending.run();
