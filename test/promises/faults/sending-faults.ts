import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { deliveryAddress, openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { openShared } from '../../../pipeline/publish/snapshot/shared.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { oneMachine, severalMachines } from '../../../pipeline/run/machines.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { query } from '../../pipeline/desk.ts';
import { startCommand } from '../../server/commands/process.ts';
import type { Taken } from './sent-bodies.ts';

/** Data directory of runs, and the settings of all machines. */
interface Installation {
  readonly dataDir: DataDirectory;
  readonly env: Readonly<Record<string, string>>;
}

/** Trades that were sent. */
interface Sent {
  /** Accepted bodies that were not withdrawn. */
  readonly taken: readonly Taken[];
  /** Tickets of all bodies, and of withdrawn ones. */
  readonly sent: ReadonlySet<string>;
  readonly withdrawn: ReadonlySet<string>;
}

/** Runs once. Then lists trades that are lost, doubled or back, and receipts that say otherwise. */
export async function faultsAfter(
  place: Installation,
  { taken, sent, withdrawn }: Sent,
): Promise<string[]> {
  const { dataDir } = place;
  await runHere(place);
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
  return [...faults, ...(await lies(place, taken))];
}

const configOf = ({ dataDir, env }: Installation) =>
  readConfig({ TRACKRECORD_DATA: dataDir.path, ...env });

async function runHere(place: Installation): Promise<void> {
  const { dataDir } = place;
  const config = configOf(place);
  const clock = () => new Date();
  const shared = await openShared(config);
  const registry = await openRegistry({ ...config, clock });
  try {
    const options = { dataDir, sources: [], registry, asOf: clock(), clock, log: silentLog };
    const machines = shared ? severalMachines(shared) : oneMachine;
    await runOnce({ ...options, machines, threads: 1 });
  } finally {
    await registry.close();
    await shared?.close();
  }
}

/** Lists receipts of accepted data that don't say `published`, in the database and in answers. */
async function lies(place: Installation, taken: readonly Taken[]): Promise<string[]> {
  const deliveries = await openDeliveries(deliveryAddress(configOf(place)));
  const rows = await deliveries
    .read((db) =>
      db
        .selectFrom('deliveries')
        .select('receipt')
        .where('state', '=', 'published')
        .where('version', 'is not', null)
        .execute(),
    )
    .finally(deliveries.close);
  const published = new Set(rows.map(({ receipt }) => receipt));
  const unpublished = taken.filter(({ receipt }) => !published.has(receipt));
  const untrue = unpublished.map(({ ticket }) => `receipt of trade ${ticket}: not published`);
  return [...untrue, ...(await liesAsked(place, taken))];
}

/** A key may ask for this many within a minute. Another server counts anew. */
const asksOfKey = 55;

async function liesAsked(
  { dataDir, env }: Installation,
  taken: readonly Taken[],
): Promise<string[]> {
  const found: string[] = [];
  const ofKeys = [...new Set(taken.map(({ key }) => key))].map((key) =>
    taken.filter((row) => row.key === key),
  );
  const askAll = async (url: string, some: readonly Taken[]): Promise<void> => {
    for (const receipt of some) found.push(...(await lieOf(url, receipt)));
  };
  for (let from = 0; ofKeys.some(({ length }) => length > from); from += asksOfKey) {
    const server = startCommand(['serve'], dataDir, env);
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
