import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import type { TestDatabase } from '../../pipeline/registry/postgres-server.ts';
import { type CommandProcess, startCommand } from '../../server/commands/process.ts';
import { until } from '../../support/until.ts';
import { faultsAfter } from './sending-faults.ts';
import { dealsBody, idOf, type Sender, sendBody, type Taken, tradeBody } from './sent-bodies.ts';
import { type Doomed, doomedAccounts, filesOfDeleted, OwnerActions } from './withdrawing.ts';

export interface SendingReport {
  kills: number;
  /** Restarts of PostgreSQL. */
  restarts: number;
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
  /**
   * PostgreSQL that two servers and the runs share, with a store in a folder. It is restarted too.
   * If unset, one server has its own files.
   */
  readonly database?: TestDatabase;
}

const accounts = ['one', 'two'] as const;

/**
 * Sends trades, withdraws deliveries and deletes accounts, while the servers, their receiving
 * process or a run is killed at random moments. Half of the keys are Expert Advisors, each with
 * an account of its own. They send deals again that they have sent before. Then checks:
 *
 * - everything accepted is published once, and every receipt says so;
 * - nothing withdrawn or deleted comes back.
 */
export async function killWhileSending(options: SendingOptions): Promise<SendingReport> {
  const { root, kills, random, senders = 8, database } = options;
  const dataDir = dataDirectory(join(root, 'data'));
  const store = join(root, 'store');
  const env = {
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url, TRACKRECORD_STORE: store }),
  };
  if (database) mkdirSync(store);
  const places = database ? [dataDir, dataDirectory(join(root, 'other'))] : [dataDir];
  const serve = () => places.map((place) => startCommand(['serve'], place, env));
  const report: SendingReport = {
    kills: 0,
    restarts: 0,
    taken: 0,
    untaken: 0,
    takenPerSecond: 0,
    withdrawn: 0,
    deleted: 0,
    faults: [],
  };
  const doomed = doomedAccounts(Math.ceil(kills / 4));
  const { keys, doomedKeys, session } = await prepare(dataDir, senders, doomed, database?.url);
  const owner = new OwnerActions(session);
  const taken: Taken[] = [];
  const sentOnce = new Set<string>();
  let next = 0;
  let upMilliseconds = 0;
  const sendUntil = async (
    urls: readonly string[],
    { key, slug, terminal }: Sender,
    isOver: () => boolean,
  ): Promise<void> => {
    let again: string | undefined;
    while (!isOver()) {
      next += 1;
      const ticket: string = again ?? String(next);
      sentOnce.add(ticket);
      const url = urls[Math.floor(random() * urls.length)] ?? '';
      const body = terminal ? dealsBody(terminal, ticket) : tradeBody(ticket);
      const receipt = await sendBody(url, key, body);
      if (receipt === null) report.untaken += 1;
      else {
        taken.push({ ticket, receipt, key, slug, isOfTerminal: terminal !== null });
        terminal?.sent.push(ticket);
      }
      // A sender without an answer sends the same body again, also to another server.
      again = receipt === null ? ticket : undefined;
      if (receipt === null) await pause(100);
    }
  };

  while (report.kills < kills) {
    const servers = serve();
    const urls = await Promise.all(servers.map(async ({ answers }) => (await answers).url));
    const [url = ''] = urls;
    const up = performance.now();
    let isOver = false;
    const sending = keys.map((key) => sendUntil(urls, key, () => isOver));
    const before = taken.length;
    await until(async () => taken.length > before + keys.length);
    const victim = random() < 0.4 ? doomed.pop() : undefined;
    const key = doomedKeys.get(victim?.slug ?? '');
    if (key !== undefined) await sendBody(url, key, tradeBody(`of ${victim?.slug}`));
    const wrong = random() < 0.5 ? taken[Math.floor(random() * taken.length)] : undefined;
    // A terminal would send its deals again.
    const isOfOwner = wrong && !wrong.isOfTerminal;
    const isNew = isOfOwner && !owner.withdrawn.includes(wrong) && !owner.isPending(wrong.receipt);
    const acting = [victim, isNew ? wrong : undefined].reduce(
      (before, action) => before.then(() => owner.act(url, action)),
      Promise.resolve(),
    );
    await pause(random() * 300);
    const isRun = random() < 0.3;
    const run = isRun ? startCommand(['run'], dataDir, env) : undefined;
    if (run) await pause(random() * 1000);
    if (random() < 0.4) killReceiver(servers[0]);
    await pause(random() * 200);
    if (database && random() < 0.5) {
      await database.restart?.(random() < 0.5 ? 'fast' : 'immediate');
      report.restarts += 1;
      await pause(random() * 200);
    }
    run?.child.kill('SIGKILL');
    for (const { child } of servers) child.kill('SIGKILL');
    upMilliseconds += performance.now() - up;
    report.kills += 1;
    isOver = true;
    await Promise.all([...sending, acting, run?.ended, ...servers.map(({ ended }) => ended)]);
  }
  // At the end, everything without an answer is repeated.
  const server = startCommand(['serve'], dataDir, env);
  await owner.act((await server.answers).url, undefined);
  server.child.kill('SIGTERM');
  await server.ended;
  report.taken = taken.length;
  report.takenPerSecond = Math.round((taken.length * 1000) / upMilliseconds);
  report.withdrawn = owner.withdrawn.length;
  report.deleted = owner.deleted.length;
  const tickets = new Set(owner.withdrawn.map(({ ticket }) => ticket));
  const remaining = taken.filter(({ ticket }) => !tickets.has(ticket));
  const sent = { taken: remaining, sent: sentOnce, withdrawn: tickets };
  report.faults.push(...(await faultsAfter({ dataDir, env }, sent)));
  report.faults.push(...filesOfDeleted(root, owner.deleted));
  return report;
}

async function prepare(
  dataDir: DataDirectory,
  senders: number,
  doomed: readonly Doomed[],
  databaseUrl: string | null = null,
) {
  const registry = await openRegistry({ dataDir, databaseUrl, clock: () => new Date() });
  const terminals = Array.from({ length: Math.floor(senders / 2) }, (_, at) => `${1001 + at}`);
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'owner', name: 'Owner', plan: 'ultra' }],
      accounts: [
        ...[...accounts, ...terminals].map((slug) => ({ slug, id: idOf(slug), name: slug })),
        ...doomed,
      ].map(({ slug, id, name }) => ({
        slug,
        type: 'account',
        account_id: id,
        owner: 'owner',
        name,
        published: true,
      })),
    });
    const doomedKeys = new Map<string, string>();
    for (const { slug } of doomed) {
      const { key } = await createConnectionKey(registry, { account: slug, name: 'sender' });
      doomedKeys.set(slug, key);
    }
    const keys: Sender[] = [];
    for (let made = 0; made < senders; made += 1) {
      const number = terminals[made];
      const terminal = number === undefined ? null : { number, sent: [] };
      const account = terminal?.number ?? accounts[made % accounts.length] ?? 'one';
      const { key } = await createConnectionKey(registry, { account, name: 'sender' });
      keys.push({ key, slug: account, terminal });
    }
    const session = await openSession(registry, 'owner', 'Firefox', null);
    return { keys, doomedKeys, session };
  } finally {
    await registry.close();
  }
}

/** Returns the only process that a server has started. */
function killReceiver(server: CommandProcess | undefined): void {
  const id = server?.child.pid;
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8');
  const [first] = children.trim().split(' ').map(Number);
  if (first) process.kill(first, 'SIGKILL');
}
