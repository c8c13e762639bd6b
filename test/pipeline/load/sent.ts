import type { DeliveryProgress } from '../../../pipeline/load/delivered.ts';
import { openDeliveredLines } from '../../../pipeline/load/delivered-lines.ts';
import { loadSources } from '../../../pipeline/load/load.ts';
import type { Stamp } from '../../../pipeline/load/projection.ts';
import type { LoadReport } from '../../../pipeline/load/report.ts';
import type { World } from './world.ts';

/** Row of a delivery. */
export interface Sent extends Stamp {
  readonly line: string;
  readonly table?: string;
}

/** Makes a trade of a delivery, closed on 2 January 2024, that claims to have a better source. */
export const sent = (
  ticket: number,
  profit: number,
  source: Stamp['source'],
  delivery: string,
  receivedAt?: string,
): Sent => ({
  source,
  delivery,
  ...(receivedAt !== undefined && { receivedAt }),
  line: JSON.stringify({
    account_id: 'MT5:1@X',
    ticket: `${ticket}`,
    symbol: 'EURUSD',
    side: 'buy',
    volume: 1,
    open_price: 1.1,
    close_price: 1.2,
    profit,
    source: 'broker_api',
    delivery: 'forged',
    received_at: '2024-01-02T00:00:00Z',
    came_late: false,
    opened_at: '2024-01-01T00:00:00Z',
    closed_at: '2024-01-02T00:00:00Z',
  }),
});

type Lines = Readonly<Record<string, readonly string[]>>;

/** Loads the source files and these lines of deliveries. */
export const loadLines = (
  { database, directory, source }: World,
  sent: readonly [lines: Lines, stamp: Stamp][],
  { progress, ...options }: { runId: string; strict: boolean; progress: DeliveryProgress },
): Promise<LoadReport> =>
  loadSources({
    ...options,
    database,
    sources: [source],
    temporaryDirectory: directory,
    log: { warn: () => {} },
    deliveries: {
      async takeUp(home) {
        const { append, written, close } = openDeliveredLines(home);
        for (const [lines, stamp] of sent) await append(lines, stamp);
        return { lines: await written(), progress, store: async () => {}, close };
      },
      delivered: async () => [],
    },
  });

let deliveries = 0;

/** Loads the source files and these rows of deliveries. Returns the accounts to compute. */
export async function load(world: World, runId: string, rows: readonly Sent[]): Promise<number> {
  deliveries += 1;
  const progress: DeliveryProgress = { source: 's', number: deliveries, accounts: new Map() };
  const lines = rows.map(
    ({ line, table = 'trades', ...stamp }) => [{ [table]: [line] }, stamp] as [Lines, Stamp],
  );
  await loadLines(world, lines, { runId, strict: true, progress });
  return (await world.rows('select account_id from touched_accounts')).length;
}
