import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DeliveryError, type Message } from '../../../pipeline/alerts/message.ts';
import { createSending } from '../../../pipeline/alerts/sending.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type LogFields, silentLog } from '../../../pipeline/base/log.ts';
import {
  confirmAlertTarget,
  unsubscribeAlertTarget,
} from '../../../pipeline/registry/alert-consent.ts';
import {
  type AlertCause,
  claimMessage,
  type DueMessage,
  dueMessages,
  noteCauses,
  unnotedCauses,
} from '../../../pipeline/registry/alert-queue.ts';
import {
  AlertRefused,
  addAlertTarget,
  alertTargetsOf,
  removeAlertTarget,
  testAlertTarget,
} from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { deleteEntry, deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { withDirectory } from '../../support/directory.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { withPostgres } from '../registry/postgres-server.ts';
import { world } from '../registry/world.ts';

const alerting = suite('alerts');

const start = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

/** One server: its registry, and what it sent. `outcome` is thrown in place of sending. */
interface Sender {
  readonly registry: Registry;
  readonly sent: Message[];
  outcome: Error | null;
  send(): Promise<void>;
}

interface Servers {
  readonly first: Sender;
  readonly second: Sender;
  /** Closes the first server and returns one that was started again. */
  restart(): Promise<Sender>;
  /** Sets the clock of all servers to so many milliseconds after the start. */
  at(milliseconds: number): void;
  readonly logged: string[];
}

async function withServers(
  databaseUrl: string | null,
  work: (servers: Servers) => Promise<void>,
): Promise<void> {
  await withDirectory(async (directory) => {
    let now = start;
    const logged: string[] = [];
    const note = (message: string, fields?: LogFields) =>
      void logged.push(`${message} ${JSON.stringify(fields)}`);
    const opened: Registry[] = [];
    const open = async (): Promise<Sender> => {
      const registry = await openRegistry({
        dataDir: dataDirectory(directory),
        databaseUrl,
        clock: () => new Date(now),
      });
      opened.push(registry);
      const deliver = async (message: Message) => {
        if (sender.outcome !== null) throw sender.outcome;
        sender.sent.push(message);
      };
      const log = { ...silentLog, info: note, warn: note };
      const sending = createSending({
        registry,
        senders: { email: deliver, webhook: deliver },
        log,
      });
      const sender: Sender = {
        registry,
        sent: [],
        outcome: null,
        async send() {
          await sending.send();
          await sending.ended();
        },
      };
      return sender;
    };
    const first = await open();
    const second = await open();
    await applyRegistry(first.registry, world);
    try {
      await work({
        first,
        second,
        logged,
        async restart() {
          await first.registry.close();
          opened.splice(opened.indexOf(first.registry), 1);
          return open();
        },
        at(milliseconds) {
          now = start + milliseconds;
        },
      });
    } finally {
      for (const registry of opened) await registry.close();
    }
  });
}

const webhook = { kind: 'webhook', address: 'https://hooks.example/', language: 'en' } as const;
const email = { kind: 'email', address: 'me@example.com', language: 'de' } as const;

const stale = (cause: string, owner = 'north-desk'): AlertCause => ({
  account: 'north-gold',
  owner,
  kind: 'stale',
  cause,
  terms: '',
  details: { updated_at: cause },
});
const note = (registry: Registry, asOf: string, ...causes: AlertCause[]) =>
  noteCauses(registry, asOf, { causes, ended: [] }, registry.clock());

/** Claims a message as a server that sends it, and returns its tries so far. */
async function attemptsOf(registry: Registry, due: DueMessage | undefined): Promise<number> {
  const claimed = due && (await claimMessage(registry, due, registry.clock()));
  return typeof claimed === 'object' && claimed !== null ? claimed.attempts : 0;
}

async function whyRefused(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AlertRefused) return error.why;
    throw error;
  }
  return 'was taken';
}

function define(
  name: string,
  withWorld: (work: (servers: Servers) => Promise<void>) => Promise<void>,
) {
  const test = (title: string, work: (servers: Servers) => Promise<void>) =>
    alerting(`${title}, in ${name}`, () => withWorld(work));

  test('send one message for one cause, from one of the servers', async ({ first, second }) => {
    await addAlertTarget(first.registry, 'north-desk', webhook);
    const causes = Array.from({ length: 20 }, (_, at) => stale(`2026-01-${at + 10}T00:00:00Z`));
    const counts = await Promise.all(
      [first, second, first, second].map(({ registry }) =>
        note(registry, '2026-03-01T11:00:00Z', ...causes),
      ),
    );
    assert.is(
      counts.reduce((sum, count) => sum + count),
      20,
    );
    await Promise.all([first.send(), second.send(), first.send(), second.send()]);
    // A server leaves to another one what that one has begun.
    await first.send();
    const ids = [...first.sent, ...second.sent].map(({ id }) => id);
    assert.equal([ids.length, new Set(ids).size], [20, 20]);
    await note(second.registry, '2026-03-01T12:00:00Z', ...causes);
    await first.send();
    assert.is(first.sent.length + second.sent.length, 20, 'a later version has the same causes');
  });

  test('note nothing of a version that is older than one noted before', async ({
    first,
    second,
  }) => {
    await addAlertTarget(first.registry, 'north-desk', webhook);
    assert.is(await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20')), 1);
    assert.is(await note(second.registry, '2026-03-01T10:00:00Z', stale('2026-02-10')), 0);
  });

  test('tell anew of a cause that ended and came back', async ({ first: { registry } }) => {
    await addAlertTarget(registry, 'north-desk', webhook);
    const gap = { account: 'north-gold', owner: 'north-desk', kind: 'unreconciled', cause: 'gap' };
    const causes = [{ ...gap, terms: '', details: { gap: 1, currency: 'EUR' } }];
    const look = (day: string, isGap: boolean) =>
      noteCauses(
        registry,
        `2026-03-0${day}T00:00:00Z`,
        isGap ? { causes, ended: [] } : { causes: [], ended: [gap] },
        registry.clock(),
      );
    const counts = [];
    for (const [day, isGap] of [
      ['1', true],
      ['2', true],
      ['3', false],
      ['4', true],
    ] as const) {
      counts.push(await look(day, isGap));
    }
    assert.equal(counts, [1, 0, 0, 1]);
  });

  test('tell of a changed limit once a day at most', async ({ first: { registry }, at }) => {
    await addAlertTarget(registry, 'north-desk', webhook);
    const began = { account: 'north-gold', owner: 'north-desk', kind: 'drawdown' };
    const look = async (cause: string, limit: number) => {
      const causes = [{ ...began, cause, terms: `${limit}`, details: {} }];
      const unnoted = await unnotedCauses(registry, { causes, ended: [] }, registry.clock());
      const counts = [];
      for (const found of [unnoted, { causes, ended: [] }]) {
        counts.push(await noteCauses(registry, '2026-03-01T11:00:00Z', found, registry.clock()));
      }
      return counts.reduce((sum, count) => sum + count);
    };
    let messages = 0;
    for (let save = 1; save <= 25; save += 1) {
      at(save * minute);
      messages += await look('2026-02-01', save);
    }
    assert.is(messages, 1, 'the limit of the first save');
    assert.is(await look('2026-02-20', 25), 1, 'another drawdown is told at once');
    at(24 * hour);
    assert.is(await look('2026-02-01', 25), 0);
    at(24 * hour + minute);
    assert.is(await look('2026-02-01', 25), 1, 'the newest limit, a day after the first');
    assert.is(await look('2026-02-01', 25), 0);
  });

  test('try a place that fails once in a while, not each message to it', async (servers) => {
    const { first, second, at, logged } = servers;
    const { registry } = first;
    const { id } = await addAlertTarget(registry, 'north-desk', webhook);
    const causes = Array.from({ length: 25 }, (_, cause) => stale(`${cause}`));
    await note(registry, '2026-03-01T11:00:00Z', ...causes);
    const count = () => logged.filter((line) => line.startsWith('alert not sent')).length;
    const trying = async (server: Sender) => {
      const before = count();
      server.outcome = new DeliveryError('timeout');
      await server.send();
      return count() - before;
    };
    // After 1 minute, 10 minutes, an hour and six hours.
    for (const time of [0, minute, 11 * minute, 71 * minute, 431 * minute]) {
      at(Math.max(time - 1000, 0));
      if (time > 0) assert.is(await trying(second), 0, `not before ${time}`);
      at(time);
      assert.is(await trying(first), 1, `${time}`);
    }
    await note(registry, '2026-03-01T11:00:00Z', stale('a new one waits too'));
    assert.is(await trying(first), 0);
    await testAlertTarget(registry, 'north-desk', id);
    assert.is(await trying(first), 1, 'a test waits for nothing');
    at(432 * minute);
    await testAlertTarget(registry, 'north-desk', id);
    first.outcome = null;
    await first.send();
    const kinds = () => first.sent.map(({ kind }) => kind);
    assert.equal(kinds(), ['test']);
    await first.send();
    assert.is(kinds().length, 26, 'the place works again: all but the last one that failed');
    at(24 * hour - minute);
    await first.send();
    assert.is(kinds().filter((kind) => kind === 'stale').length, 26);
  });

  test('send one message at a time for an owner, from all servers together', async (servers) => {
    const { first, second } = servers;
    for (const host of ['a', 'b', 'c']) {
      const address = `https://${host}.example/`;
      await addAlertTarget(first.registry, 'north-desk', { ...webhook, address });
    }
    await addAlertTarget(first.registry, 'solo', { ...webhook, address: 'https://A.example/2' });
    await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    const [solo] = await alertTargetsOf(first.registry, 'solo');
    await testAlertTarget(first.registry, 'solo', solo?.id ?? '');
    const now = first.registry.clock();
    const due = await dueMessages(first.registry, now);
    const claims = await Promise.all(
      due.map((message, turn) =>
        claimMessage((turn % 2 === 0 ? first : second).registry, message, now),
      ),
    );
    const claimed = claims.flatMap((claim) =>
      claim === null || typeof claim === 'string' ? [] : claim,
    );
    const owners = claimed.map(({ target }) => target.owner);
    const hosts = claimed.map(({ target }) => new URL(target.address).hostname);
    assert.is(new Set(owners).size, owners.length, 'one of an owner');
    assert.is(new Set(hosts).size, hosts.length, 'one to a host');
    assert.ok(claimed.length >= 1);
  });

  test('try five times within a day, across restarts, then give up', async (servers) => {
    const { first, second, at, logged } = servers;
    await addAlertTarget(first.registry, 'north-desk', {
      ...webhook,
      address: 'https://a.example/canary',
    });
    await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    first.outcome = new DeliveryError('unreachable');
    second.outcome = first.outcome;
    let running = first;
    let tries = 0;
    const count = () => logged.filter((line) => line.startsWith('alert not sent')).length;
    const times = [0, minute, 11 * minute, 71 * minute, 431 * minute];
    for (const time of times) {
      at(time - 1000);
      await running.send();
      await second.send();
      assert.is(count(), tries, `not before ${time}`);
      at(time);
      if (tries === 2) running = await servers.restart();
      running.outcome = new DeliveryError('unreachable');
      await running.send();
      tries += 1;
      assert.is(count(), tries);
    }
    at(30 * 24 * hour);
    second.outcome = null;
    await second.send();
    assert.equal(second.sent, []);
    const [target] = await alertTargetsOf(second.registry, 'north-desk');
    assert.is(target?.fault, 'unreachable');
    assert.not.match(logged.join('\n'), /canary|hooks|whsec/);
  });

  test('come through once the receiver is there again', async ({ first, second, at }) => {
    await addAlertTarget(first.registry, 'north-desk', webhook);
    await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    first.outcome = new DeliveryError('timeout');
    await first.send();
    at(minute);
    await second.send();
    assert.is(second.sent.length, 1);
    assert.equal(second.sent[0]?.account, { slug: 'north-gold', name: 'Gold' });
    assert.equal(second.sent[0]?.details, { updated_at: '2026-02-20T00:00:00Z' });
    const [target] = await alertTargetsOf(second.registry, 'north-desk');
    assert.is(target?.fault, null);
  });

  test('are tried again after a server died, and a dying one counts as a try', async (servers) => {
    const { first, second, at } = servers;
    await addAlertTarget(first.registry, 'north-desk', webhook);
    await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    for (let tries = 0; tries < 5; tries += 1) {
      at(tries * 2 * minute);
      // Claimed but never finished, as a killed process leaves it.
      const now = first.registry.clock();
      const [due] = await dueMessages(first.registry, now);
      assert.is(await attemptsOf(first.registry, due), tries + 1);
      await second.send();
      assert.equal(second.sent, [], 'nobody else sends it meanwhile');
    }
    at(hour);
    await second.send();
    assert.equal(second.sent, [], 'a message that kills its server is not tried for ever');
  });

  test('ask an address for consent before anything else goes there', async ({ first, at }) => {
    const { registry } = first;
    const { id } = await addAlertTarget(registry, 'north-desk', email);
    await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    await first.send();
    assert.equal(
      first.sent.map(({ kind, target }) => [kind, target.address, target.language]),
      [['confirm', 'me@example.com', 'de']],
    );
    await confirmAlertTarget(registry, id);
    await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-21T00:00:00Z'));
    await first.send();
    assert.equal(fieldOf(first.sent, 'kind'), ['confirm', 'stale']);
    await unsubscribeAlertTarget(registry, id);
    await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-22T00:00:00Z'));
    await first.send();
    assert.is(first.sent.length, 2);
    await addAlertTarget(registry, 'north-desk', email);
    at(48 * hour);
    assert.equal(await alertTargetsOf(registry, 'north-desk'), [], 'nobody agreed in two days');
  });

  test('do not go to a place that was removed while they waited', async ({ first, second }) => {
    const { id } = await addAlertTarget(first.registry, 'north-desk', webhook);
    await note(first.registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    await removeAlertTarget(first.registry, 'north-desk', id);
    await second.send();
    assert.equal(second.sent, []);
    const rows = await first.registry.store.db.selectFrom('alert_messages').selectAll().execute();
    assert.equal(fieldsOf(rows, 'details', 'due_at'), [['{}', null]]);
  });

  test('tell nothing of an account to its earlier owner', async ({ first }) => {
    const { registry } = first;
    await addAlertTarget(registry, 'north-desk', webhook);
    await applyRegistry(registry, {
      accounts: [
        { slug: 'north-all', members: ['north-eurusd'] },
        { slug: 'north-gold', owner: 'solo' },
      ],
    });
    assert.is(await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z')), 0);
    await applyRegistry(registry, { accounts: [{ slug: 'north-gold', owner: 'north-desk' }] });
    assert.is(await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z')), 1);
    await applyRegistry(registry, { accounts: [{ slug: 'north-gold', owner: 'solo' }] });
    await first.send();
    assert.equal(first.sent, [], 'it changed hands while the message waited');
  });

  test('have limits on places, confirmations and tests', async ({ first: { registry }, at }) => {
    const add = (owner: string, kind: 'email' | 'webhook', address: string) =>
      whyRefused(addAlertTarget(registry, owner, { kind, address, language: 'en' }));
    for (let place = 0; place < 5; place += 1) {
      assert.is(await add('north-desk', 'webhook', `https://hooks.example/${place}`), 'was taken');
      assert.is(await add('north-desk', 'email', `me${place}@example.com`), 'was taken');
    }
    assert.is(await add('north-desk', 'webhook', 'https://hooks.example/5'), 'full');
    assert.is(await add('north-desk', 'email', 'me5@example.com'), 'full');
    assert.is(await add('north-desk', 'email', 'ME0@example.com'), 'known');
    const targets = await alertTargetsOf(registry, 'north-desk');
    const idOf = (of: string) => targets.find(({ address }) => address === of)?.id ?? '';
    await removeAlertTarget(registry, 'north-desk', idOf('me0@example.com'));
    assert.is(await add('north-desk', 'email', 'me9@example.com'), 'too_often', 'five in an hour');
    at(hour + 1000);
    for (let again = 0; again < 2; again += 1) {
      assert.is(await add('solo', 'email', 'victim@example.com'), 'was taken');
      const [added] = await alertTargetsOf(registry, 'solo');
      await removeAlertTarget(registry, 'solo', added?.id ?? '');
    }
    assert.is(await add('north-desk', 'email', 'VICTIM@example.com'), 'was taken');
    assert.is(await add('solo', 'email', 'victim@example.com'), 'too_often', 'three in a day');
    at(25 * hour + 2000);
    assert.is(await add('solo', 'email', 'victim@example.com'), 'was taken');

    const hook = idOf('https://hooks.example/0');
    for (let test = 0; test < 10; test += 1) await testAlertTarget(registry, 'north-desk', hook);
    assert.is(await whyRefused(testAlertTarget(registry, 'north-desk', hook)), 'too_often');
    at(26 * hour + 3000);
    await testAlertTarget(registry, 'north-desk', hook);
  });

  test('are gone with their account and their owner', async ({ first: { registry } }) => {
    await addAlertTarget(registry, 'north-desk', webhook);
    await addAlertTarget(registry, 'north-desk', email);
    await note(registry, '2026-03-01T11:00:00Z', stale('2026-02-20T00:00:00Z'));
    await deleteEntry(registry, 'north-desk', 'north-all');
    await deleteEntry(registry, 'north-desk', 'north-gold');
    const { db } = registry.store;
    const causes = await db.selectFrom('alert_causes').selectAll().execute();
    const messages = await db.selectFrom('alert_messages').selectAll().execute();
    assert.equal([causes, messages.map(({ kind }) => kind)], [[], ['confirm']]);
    await deleteOwner(registry, 'north-desk');
    for (const table of ['alert_targets', 'alert_messages', 'alert_settings'] as const) {
      assert.equal(await db.selectFrom(table).selectAll().execute(), [], table);
    }
  });
}

define('SQLite', (work) => withServers(null, work));

await withPostgres(alerting, (database) => {
  let emptied = false;
  define('PostgreSQL', async (work) => {
    if (emptied) await empty(database.url);
    emptied = true;
    await withServers(database.url, work);
  });
});

async function empty(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

alerting.run();
