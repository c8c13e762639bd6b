import { cpSync, rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import type { Limits } from '../../../server/callers/limits/limits.ts';
import { prepareDemo } from '../../../server/demo/world.ts';
import { startServer } from '../../../server/main.ts';
import type { CalendarEvent } from '../../../sql/calendar/events.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { goldenDirectory } from '../../support/golden.ts';
import { whileOpen } from '../../support/while-open.ts';
import { wholly } from '../world.ts';
import { launch } from './chromium.ts';

const plenty: Limits = {
  take: () => ({ isAllowed: true, limit: 1, remaining: 1, resetAt: 1, retryAfter: 1 }),
  close: async () => {},
};

/** The demo world on its own server, and a browser. */
export interface DemoSite {
  readonly url: string;
  readonly browser: Browser;
  /** Returns the body of a GET without a key. */
  read(path: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Returns an account's registry entry, in a form that can be applied again. */
  entryOf(slug: string): Promise<object>;
  apply(...accounts: object[]): Promise<void>;
  publish(events: readonly CalendarEvent[]): Promise<void>;
  close(): Promise<void>;
}

const clock = () => new Date();
const configOf = (path: string) =>
  readConfig({ TRACKRECORD_DATA: path, PORT: '0', CALENDAR_PORT: '0' });

/** Publishes the demo world as of now. */
async function publishDemo(path: string): Promise<void> {
  const config = configOf(path);
  await whileOpen(openRegistry({ dataDir: config.dataDir, clock }), async (registry) => {
    await prepareDemo(config, registry, clock, silentLog);
  });
}

/** Copies a data directory with the demo world, published as of today. Remove it afterwards. */
export async function copyDemo(): Promise<DataDirectory> {
  const dataDir = dataDirectory(temporaryDirectory());
  cpSync(await goldenDirectory('demo', publishDemo), dataDir.path, {
    recursive: true,
    verbatimSymlinks: true,
  });
  return dataDir;
}

/** Opens the site. Closing it removes everything. */
export async function openDemoSite(executablePath: string): Promise<DemoSite> {
  const dataDir = await copyDemo();
  const config = configOf(dataDir.path);
  const registry = await openRegistry({ dataDir, clock });
  const server = await startServer(config, clock, silentLog, { limits: plenty });
  const browser = await launch(executablePath);
  return {
    url: server.url,
    browser,
    entryOf: (slug) => entryOf(registry, slug),
    async read(path) {
      const response = await fetch(server.url + path);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.json();
    },
    apply: async (...accounts) =>
      void (await applyRegistry(registry, { accounts: accounts.map(wholly) })),
    async publish(events) {
      publishCalendar(dataDir, events, clock(), 3);
      await server.refresh();
    },
    async close() {
      await browser.close();
      await server.close();
      await registry.close();
      rmSync(dataDir.path, { recursive: true, force: true });
    },
  };
}

async function entryOf(registry: Registry, name: string): Promise<object> {
  const account = (await registry.accounts()).find(({ slug }) => slug === name);
  if (account === undefined) throw new Error(`the demo has no ${name}`);
  const { created_at: _created, currency: _currency, members: _members, ...rest } = account;
  const { confirmed: _confirmed, mark_version: _version, settlements: _, ...shown } = rest;
  const { covered_until: _until, lapsed_at: _lapsed, broker_since: _since, ...unmarked } = shown;
  const { publication: _publication, ...entry } = unmarked;
  return entry;
}
