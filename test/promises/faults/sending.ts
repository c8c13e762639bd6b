import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { query } from '../../pipeline/desk.ts';
import { type CommandProcess, startCommand } from '../../server/commands/process.ts';
import { until } from '../../support/until.ts';
import { type Doomed, doomedAccounts, filesOfDeleted, OwnerActions } from './withdrawing.ts';

export interface SendingReport {
  kills: number;
  /** Number of bodies that were answered with a 202. */
  taken: number;
  /** Number of bodies with another answer, or none. */
  untaken: number;
  /** Accepted bodies a second while a server was running. */
  takenPerSecond: number;
  /** Numbers of withdrawn deliveries and of deleted accounts. */
  withdrawn: number;
  deleted: number;
  faults: string[];
}

export interface SendingOptions {
  readonly root: string;
  readonly kills: number;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  /** Number of keys that send at the same time. Each may send sixty times a minute. */
  readonly senders?: number;
}

interface Taken {
  readonly ticket: string;
  readonly receipt: string;
  readonly key: string;
  readonly slug: string;
}

const accounts = ['one', 'two'] as const;
const idOf = (name: string): string => `MT5:${name}@Sent-Live`;

/**
 * Sends trades, withdraws deliveries and deletes accounts, while the server, its receiving process
 * or a run is killed at random moments. Then checks:
 *
 * - everything accepted is published once, and every receipt says so;
 * - nothing withdrawn or deleted comes back.
 */
export async function killWhileSending(options: SendingOptions): Promise<SendingReport> {
  const { root, kills, random, senders = 8 } = options;
  const dataDir = dataDirectory(root);
  const report: SendingReport = {
    kills: 0,
    taken: 0,
    untaken: 0,
    takenPerSecond: 0,
    withdrawn: 0,
    deleted: 0,
    faults: [],
  };
  const doomed = doomedAccounts(Math.ceil(kills / 4));
  const { keys, doomedKeys, session } = await prepare(dataDir, senders, doomed);
  const owner = new OwnerActions(session);
  const taken: Taken[] = [];
  const sentOnce = new Set<string>();
  let next = 0;
  let upMilliseconds = 0;
  const sendUntil = async (
    url: string,
    { key, slug }: Sender,
    isOver: () => boolean,
  ): Promise<void> => {
    let again: string | undefined;
    while (!isOver()) {
      next += 1;
      const ticket: string = again ?? String(next);
      sentOnce.add(ticket);
      const receipt = await sendTrade(url, key, ticket);
      if (receipt === null) report.untaken += 1;
      else taken.push({ ticket, receipt, key, slug });
      // A sender without an answer sends the same body again, also to another server.
      again = receipt === null ? ticket : undefined;
      if (receipt === null) await pause(20);
    }
  };

  while (report.kills < kills) {
    const server = startCommand(['serve'], dataDir, { LOG_LEVEL: 'silent' });
    const { url } = await server.answers;
    const up = performance.now();
    let isOver = false;
    const sending = keys.map((key) => sendUntil(url, key, () => isOver));
    const before = taken.length;
    await until(async () => taken.length > before);
    const victim = random() < 0.4 ? doomed.pop() : undefined;
    const key = doomedKeys.get(victim?.slug ?? '');
    if (key !== undefined) await sendTrade(url, key, `of ${victim?.slug}`);
    const wrong = random() < 0.5 ? taken[Math.floor(random() * taken.length)] : undefined;
    const isNew = wrong && !owner.withdrawn.includes(wrong) && !owner.isPending(wrong.receipt);
    const acting = [victim, isNew ? wrong : undefined].reduce(
      (before, action) => before.then(() => owner.act(url, action)),
      Promise.resolve(),
    );
    await pause(random() * 300);
    const isRun = random() < 0.3;
    const run = isRun ? startCommand(['run'], dataDir, { LOG_LEVEL: 'silent' }) : undefined;
    if (run) await pause(random() * 1000);
    if (random() < 0.4) killReceiver(server);
    await pause(random() * 200);
    run?.child.kill('SIGKILL');
    server.child.kill('SIGKILL');
    upMilliseconds += performance.now() - up;
    report.kills += 1;
    isOver = true;
    await Promise.all([...sending, acting, server.ended, run?.ended]);
  }
  // At the end, everything without an answer is repeated.
  const server = startCommand(['serve'], dataDir, { LOG_LEVEL: 'silent' });
  await owner.act((await server.answers).url, undefined);
  server.child.kill('SIGTERM');
  await server.ended;
  report.taken = taken.length;
  report.takenPerSecond = Math.round((taken.length * 1000) / upMilliseconds);
  report.withdrawn = owner.withdrawn.length;
  report.deleted = owner.deleted.length;
  const tickets = new Set(owner.withdrawn.map(({ ticket }) => ticket));
  const remaining = taken.filter(({ ticket }) => !tickets.has(ticket));
  report.faults.push(...(await faultsAfter(dataDir, remaining, sentOnce, tickets)));
  report.faults.push(...filesOfDeleted(dataDir, owner.deleted));
  return report;
}

/** Key, with the account that it sends for. */
interface Sender {
  readonly key: string;
  readonly slug: string;
}

async function prepare(dataDir: DataDirectory, senders: number, doomed: readonly Doomed[]) {
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'owner', name: 'Owner', plan: 'ultra' }],
      accounts: [...accounts.map((slug) => ({ slug, id: idOf(slug), name: slug })), ...doomed].map(
        ({ slug, id, name }) => ({
          ...{ slug, type: 'account', account_id: id, owner: 'owner', name },
          published: true,
        }),
      ),
    });
    const doomedKeys = new Map<string, string>();
    for (const { slug } of doomed) {
      const { key } = await createConnectionKey(registry, { account: slug, name: 'sender' });
      doomedKeys.set(slug, key);
    }
    const keys: Sender[] = [];
    for (let made = 0; made < senders; made += 1) {
      const account = accounts[made % accounts.length] ?? 'one';
      const { key } = await createConnectionKey(registry, { account, name: 'sender' });
      keys.push({ key, slug: account });
    }
    const session = await openSession(registry, 'owner', 'Firefox', null);
    return { keys, doomedKeys, session };
  } finally {
    await registry.close();
  }
}

/** Returns the receipt of a trade; null if the server was down or could not accept it. */
async function sendTrade(url: string, key: string, ticket: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/connect/v1/facts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account, trades: [tradeOf(ticket)] }),
      signal: AbortSignal.timeout(5000),
    });
    const { receipt, accepted }: { receipt: string; accepted: number } = JSON.parse(
      await response.text(),
    );
    return response.status === 202 && accepted === 2 ? receipt : null;
  } catch {
    return null;
  }
}

const account = {
  ...{ platform: 'MT5', currency: 'USD', opening_balance: 1000 },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' },
};

const tradeOf = (ticket: string) => ({
  ...{ ticket, symbol: 'EURUSD', side: 'buy', volume: 0.1, open_price: 1.1, close_price: 1.2 },
  ...{ opened_at: '2026-01-02T08:00:00Z', closed_at: '2026-01-02T09:00:00Z', profit: 10 },
});

/** Returns the only process that a server has started. */
function killReceiver({ child }: CommandProcess): void {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const [first] = children.trim().split(' ').map(Number);
  if (first) process.kill(first, 'SIGKILL');
}

async function faultsAfter(
  dataDir: DataDirectory,
  taken: readonly Taken[],
  sent: ReadonlySet<string>,
  withdrawn: ReadonlySet<string>,
): Promise<string[]> {
  const clock = () => new Date();
  const registry = await openRegistry({ dataDir, clock });
  try {
    const options = { dataDir, sources: [], registry, asOf: clock(), clock, log: silentLog };
    await runOnce({ ...options, threads: 1 });
  } finally {
    await registry.close();
  }
  const rows = await query(
    dataDir.warehouse,
    'select ticket, count(distinct account_id)::integer as accounts, count(*)::integer as rows from trades group by ticket',
  );
  const published = new Map(
    rows.map(({ ticket, rows: count, accounts: of }) => [`${ticket}`, [count, of]]),
  );
  const lost = taken.filter(({ ticket }) => !published.has(ticket));
  const doubled = [...published].filter(([, [count, of]]) => count !== of);
  const unknown = [...published.keys()].filter((ticket) => !sent.has(ticket));
  const faults = [
    ...lost.map(({ ticket }) => `trade ${ticket} was taken and is not there`),
    ...doubled.map(([ticket]) => `trade ${ticket} is there more than once`),
    ...unknown.map((ticket) => `trade ${ticket} was never sent, or its account is deleted`),
    ...[...published.keys()]
      .filter((ticket) => withdrawn.has(ticket))
      .map((ticket) => `trade ${ticket} was withdrawn and is there`),
  ];
  return [...faults, ...(await lies(dataDir, taken))];
}

/** Lists receipts of accepted data that don't say `published`, in the database and in answers. */
async function lies(dataDir: DataDirectory, taken: readonly Taken[]): Promise<string[]> {
  const storedDatabase = new Database(dataDir.inbox.database, { readonly: true });
  const rows: unknown[] = storedDatabase
    .prepare("select receipt from deliveries where state = 'published' and version is not null")
    .pluck()
    .all();
  storedDatabase.close();
  const published = new Set(rows);
  const unpublished = taken.filter(({ receipt }) => !published.has(receipt));
  const untrue = unpublished.map(({ ticket }) => `receipt of trade ${ticket}: not published`);
  return [...untrue, ...(await liesAsked(dataDir, taken))];
}

/** A key may ask for this many within a minute. Another server counts anew. */
const asksOfKey = 55;

async function liesAsked(dataDir: DataDirectory, taken: readonly Taken[]): Promise<string[]> {
  const found: string[] = [];
  const ofKeys = [...new Set(taken.map(({ key }) => key))].map((key) =>
    taken.filter((row) => row.key === key),
  );
  const askAll = async (url: string, some: readonly Taken[]): Promise<void> => {
    for (const receipt of some) found.push(...(await lieOf(url, receipt)));
  };
  for (let from = 0; ofKeys.some(({ length }) => length > from); from += asksOfKey) {
    const server = startCommand(['serve'], dataDir, { LOG_LEVEL: 'silent' });
    try {
      const { url } = await server.answers;
      await Promise.all(ofKeys.map((all) => askAll(url, all.slice(from, from + asksOfKey))));
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  }
  return found;
}

/** Returns the receipt's text if it doesn't say published. */
async function lieOf(url: string, { receipt, key, ticket }: Taken): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/connect/v1/receipts/${receipt}`, { headers });
  const { state, version }: { state?: string; version?: string } = JSON.parse(
    await response.text(),
  );
  const isPublished = state === 'published' && version;
  return isPublished ? [] : [`receipt of trade ${ticket}: ${state ?? response.status}`];
}
