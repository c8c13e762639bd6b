import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesBelow } from '../../pipeline/backup/copy-file.ts';
import { copyDirectory, type DataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { runCalendarOnce } from '../../pipeline/calendar/run.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { emptyId, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { openShared, readNotedPointer } from '../../pipeline/publish/snapshot/shared.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import { severalMachines } from '../../pipeline/run/machines.ts';
import { type ServerOptions, startServer } from '../../server/main.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { event, send, withUpstream } from '../pipeline/calendar/upstream.ts';
import { clientDuring, withPostgres } from '../pipeline/registry/postgres-server.ts';
import { refusal } from '../pipeline/registry/world.ts';
import { withDirectory } from '../support/directory.ts';
import { freePort } from '../support/free-port.ts';
import { furnish } from '../support/furnish.ts';
import { runAt } from '../support/run-at.ts';
import { sentTrade } from '../support/sent-rows.ts';
import { behind, startSilentProxy } from '../support/silent-proxy.ts';
import { whileOpen } from '../support/while-open.ts';

const sharing = suite('servers on other machines');
const at = new Date('2024-06-30T00:00:00Z');
const world = join(scenariosDirectory, 'ordinary-account');
const several = join(scenariosDirectory, 'internal-transfer');

interface Readiness {
  readonly status: string;
  readonly notes: readonly string[];
  readonly age_seconds: number;
}

interface Machines {
  readonly directory: string;
  readonly store: string;
  machine(name: string, more?: Readonly<Record<string, string>>): ReturnType<typeof readConfig>;
  readonly dataDir: DataDirectory;
  readonly registry: Registry;
  readonly shared: NonNullable<Awaited<ReturnType<typeof openShared>>>;
}

await withPostgres(sharing, (database) => {
  const client = clientDuring(sharing, database);
  sharing.before.each(async () => {
    await client.query('drop schema public cascade; create schema public');
  });
  /** Calls the work with a store, a registry and a database that machines of any name share. */
  const withMachines = (work: (machines: Machines) => Promise<void>): Promise<void> =>
    withDirectory(async (directory) => {
      const store = join(directory, 'store');
      mkdirSync(store);
      const machine = (name: string, more = {}) =>
        readConfig({
          TRACKRECORD_DATA: join(directory, name),
          DATABASE_URL: database.url,
          TRACKRECORD_STORE: store,
          PORT: '0',
          CALENDAR_PORT: '0',
          ...more,
        });
      const { dataDir, databaseUrl, ...one } = machine('one');
      const registry = await openRegistry({ dataDir, databaseUrl, clock: () => at });
      const shared = await openShared({ databaseUrl, ...one });
      try {
        if (shared === null) throw new Error('nothing is shared');
        await work({ directory, store, machine, dataDir, registry, shared });
      } finally {
        await shared?.close();
        await registry.close();
      }
    });

  sharing('a server without data of its own answers, also while the store is unreachable', () =>
    withMachines(async ({ store, machine, dataDir, registry, shared }) => {
      const metricsPort = await freePort();
      const run = (full: boolean) =>
        runAt(
          at,
          { dataDir, registry },
          { sources: [join(world, 'source')], machines: severalMachines(shared), full },
        );
      const decisions: unknown = JSON.parse(readFileSync(join(world, 'registry.json'), 'utf8'));
      await applyRegistry(registry, decisions);
      const [published] = (await registry.accounts()).filter((account) => account.published);
      await furnish(dataDir);
      await run(false);

      const metrics = { METRICS_PORT: String(metricsPort) };
      await whileOpen(
        startServer(machine('two', metrics), () => new Date(), silentLog),
        async (server) => {
          const ready = async (): Promise<Readiness> =>
            JSON.parse(await (await fetch(`${server.url}/readyz`)).text());
          const health = async () => (await fetch(`${server.url}/healthz`)).json();
          const metric = async () => {
            const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
            return (await answer.text()).match(/^trackrecord_snapshot_behind (.*)$/m)?.[1];
          };
          const page = `${server.url}/api/v1/accounts/${published?.slug}`;
          const answer = await (await fetch(page)).text();
          assert.is(JSON.parse(answer).slug, published?.slug, answer);
          const { status, notes, age_seconds } = await ready();
          assert.equal([status, notes], ['ready', []]);
          assert.ok(age_seconds < 60);
          assert.equal([await health(), await metric()], [{ status: 'ok' }, '0']);

          renameSync(store, `${store}-away`);
          writeFileSync(store, 'no directory');
          const { message } = await refusal(run(true));
          assert.match(message, /^nothing was computed, because it could not be published: store /);
          const lease = await shared.pointer.lease('test', 60);
          const lost = { sha256: '0'.repeat(64), bytes: 1 };
          assert.is(await lease?.move(1, '000002-000000000000', lost), 2);
          await server.refresh();
          const behind = await ready();
          assert.is(behind.status, 'ready', 'other servers lack it too');
          assert.match(
            behind.notes.join(),
            /^this server has earlier figures than the published: store \S+: manifests\/0/,
          );
          assert.equal([await health(), await metric()], [{ status: 'behind' }, '1']);
          assert.is(await (await fetch(page)).text(), answer);
        },
      );
    }),
  );

  sharing('a new server serves and finds accounts before it has copied all', () =>
    withMachines(async ({ directory, store, machine, dataDir, registry, shared }) => {
      const decisions: unknown = JSON.parse(readFileSync(join(several, 'registry.json'), 'utf8'));
      await applyRegistry(registry, decisions);
      await furnish(dataDir);
      const { version } = await runAt(
        at,
        { dataDir, registry },
        { sources: [join(several, 'source')], machines: severalMachines(shared) },
      );
      const published = (await registry.accounts()).filter((each) => each.published);
      const [account] = published.sort((a, b) =>
        a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
      );
      const { slug = '', account_id } = account ?? {};
      const portfolio = published.find(({ type }) => type === 'portfolio')?.slug ?? '';
      const entries = openSnapshot(dataDir, version);
      const wanted = [emptyId, account_id ?? '', portfolioId(portfolio)].map(
        (id) => entries.subject(id)?.object ?? '',
      );
      entries.close();
      const away = join(directory, 'away');
      mkdirSync(away);
      const objects = filesBelow(store, 'objects').filter(
        (path) => !wanted.includes(basename(path)),
      );
      const [last] = objects;
      assert.ok(last);
      for (const path of objects) renameSync(join(store, path), join(away, basename(path)));

      await whileOpen(
        startServer(machine('two'), () => new Date(), silentLog),
        async (server) => {
          const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;
          const ready = async (): Promise<Readiness> =>
            JSON.parse(await (await fetch(`${server.url}/readyz`)).text());
          assert.is(await statusOf(`/api/v1/accounts/${slug}`), 200);
          assert.is(await statusOf('/api/v1/accounts/nobody'), 404);
          // The answer about a portfolio needs no object of its members.
          const sections = '?include=equity_curve,by_symbol,behaviour';
          assert.is(await statusOf(`/api/v1/accounts/${portfolio}${sections}`), 200);
          const first = `${server.url}/api/v1/search/accounts?sort=name&confirmed=any&limit=1`;
          const { data, pagination } = JSON.parse(await (await fetch(first)).text());
          assert.equal([data?.[0].slug, pagination?.total], [slug, published.length]);
          assert.is(await statusOf('/api/v1/search/accounts'), 503, 'objects of its page are lost');
          await server.refresh();
          const { status, notes } = await ready();
          assert.is(status, 'ready');
          assert.match(notes.join(), /could not be fetched.*are fetched on request/);
          assert.is(await statusOf(`/api/v1/accounts/${slug}`), 200);

          const lost = published.find(
            (each) => each.type === 'account' && each.slug !== slug,
          )?.slug;
          const decide = (isPublished: boolean) =>
            applyRegistry(registry, { accounts: [{ slug: lost, published: isPublished }] });
          assert.is(await statusOf(`/api/v1/accounts/${lost}`), 503, 'its object is lost');
          await decide(false);
          for (const path of ['/api/v1/accounts/', '/account/'])
            assert.is(await statusOf(`${path}${lost}`), 404, 'nothing is fetched');
          await decide(true);

          for (const path of objects) renameSync(join(away, basename(path)), join(store, path));
          // The page of a portfolio shows its members, which are fetched for it.
          assert.is(await statusOf(`/account/${portfolio}`), 200);
          await server.refresh();
          assert.is(await statusOf('/api/v1/search/accounts'), 200);
          assert.equal((await ready()).notes, []);
          const copied = copyDirectory(machine('two').dataDir);
          assert.ok(filesBelow(copied.snapshots, 'objects').includes(last));
          assert.is(readNotedPointer(copied).isWhole, true);
        },
      );
    }),
  );

  sharing(
    'data sent to one server is known to the others, and loaded by a run of any machine',
    () =>
      withMachines(async ({ machine, dataDir, registry, shared }) => {
        const proxy = await startSilentProxy(Number(new URL(database.url).port));
        const decisions: unknown = JSON.parse(readFileSync(join(world, 'registry.json'), 'utf8'));
        await applyRegistry(registry, decisions);
        const [one] = await registry.accounts();
        const slug = one?.slug ?? '';
        // The run loads this account from the source, too.
        await applyRegistry(registry, { accounts: [{ slug, owner_data: true }] });
        const { key } = await createConnectionKey(registry, { account: slug, name: 'sender' });
        const start = (name: string, more = {}, options?: ServerOptions) =>
          startServer(machine(name, more), () => new Date(), silentLog, options);
        const far = { DATABASE_URL: behind(proxy, database.url) };
        const [first, second] = await Promise.all([
          start('first'),
          start('second', far, { queryMilliseconds: 2000 }),
        ]);
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const times = { opened_at: '2024-06-03T08:00:00Z', closed_at: '2024-06-03T09:00:00Z' };
        const trade = sentTrade('sent', { ...times, profit: 7 });
        try {
          const answer = await fetch(`${first.url}/connect/v1/facts`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ trades: [trade] }),
          });
          const { receipt, accepted } = JSON.parse(await answer.text());
          assert.is(accepted, 1);
          const answerOf = async ({ url }: { url: string }) => {
            const found = await fetch(`${url}/connect/v1/receipts/${receipt}`, { headers });
            return JSON.parse(await found.text());
          };
          assert.is((await answerOf(second)).state, 'received');
          await furnish(dataDir);
          const { version } = await runAt(
            at,
            { dataDir, registry },
            { machines: severalMachines(shared), sources: [join(world, 'source')] },
          );
          for (const server of [first, second]) {
            const { state, version: publishedIn } = await answerOf(server);
            assert.equal([state, publishedIn], ['published', version]);
          }

          proxy.silence();
          const facts = { method: 'POST', headers, body: JSON.stringify({ trades: [trade] }) };
          const unanswered = [
            fetch(`${second.url}/connect/v1/facts`, facts),
            fetch(`${second.url}/connect/v1/receipts/${receipt}`, { headers }),
            fetch(`${second.url}/connect/v1/unknown`, { headers }),
            fetch(`${second.url}/api/v1/accounts/${slug}`),
          ];
          for (const late of await Promise.all(unanswered)) {
            assert.equal([late.status, JSON.parse(await late.text()).status], [503, 503]);
          }
        } finally {
          proxy.close();
          await Promise.all([first.close(), second.close()]);
        }
      }),
  );

  sharing("a server shows the elected machine's calendar, until it can fetch a newer one", () =>
    withMachines(({ store, machine, dataDir, shared }) =>
      withUpstream(async (upstream) => {
        const publish = async (minutes: number, ...titles: string[]): Promise<void> => {
          const clock = () => new Date(Date.UTC(2024, 6, 1, 12, minutes));
          const events = titles.map((title) => event(undefined, title, '2024-07-11T12:30:00Z'));
          upstream.reply = send(JSON.stringify(events));
          const feeds = { urls: [upstream.url], actualUrls: [] };
          await runCalendarOnce({
            dataDir,
            machines: severalMachines(shared),
            sources: [],
            asOf: clock(),
            clock,
            feeds,
            log: silentLog,
            threads: 1,
          });
        };
        await publish(0, 'CPI');

        const two = machine('two');
        const start = () => startServer(two, () => new Date('2024-07-10T00:00:00Z'), silentLog);
        const titles = async ({ url }: { url: string }): Promise<string[]> => {
          const answer = await (await fetch(`${url}/api/public/calendar/v1?days=30`)).text();
          return JSON.parse(answer).events.map(({ title }: { title: string }) => title);
        };
        await whileOpen(start(), async (first) => {
          assert.equal(await titles(first), ['CPI']);
          await publish(70, 'CPI', 'PPI');
          await first.refresh();
          assert.equal(await titles(first), ['CPI', 'PPI']);
        });

        const copy = copyDirectory(two.dataDir);
        const [file = ''] = readdirSync(copy.calendar.snapshots);
        writeFileSync(join(copy.calendar.snapshots, file), '{}');
        await whileOpen(start(), async (again) => {
          assert.equal(await titles(again), ['CPI', 'PPI'], 'what was damaged is fetched again');
          rmSync(join(store, 'calendar'), { recursive: true });
          const elected = shared.pointer.calendar;
          const lease = await elected?.lease(await elected.holder(), 60);
          const lost = { sha256: '0'.repeat(64), bytes: 1 };
          assert.is(await lease?.move(2, '000003-000000000000', lost), 3);
          await again.refresh();
          assert.equal(await titles(again), ['CPI', 'PPI']);
          const { status, notes } = JSON.parse(await (await fetch(`${again.url}/readyz`)).text());
          assert.match(
            notes.join('\n'),
            /this server has earlier calendar events than the published: store \S+: calendar\/0/,
          );
          assert.is(status, 'not ready', 'it has no accounts');
        });
      }),
    ),
  );
});

sharing.run();
