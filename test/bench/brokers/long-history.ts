import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { type benchKinds, withBroker } from './world.ts';

export interface LongHistory {
  readonly folder: string;
  readonly kind: (typeof benchKinds)[number];
  /** Number of trades, each with an opening and a closing. */
  readonly trips: number;
}

/** Time, requests and memory of the first read of a long history. */
export interface LongHistoryCost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly requests: number;
  readonly turns: number;
  /** Peak of this process, and what it had before the read. */
  readonly peakMegabytes: number;
  readonly megabytesBefore: number;
}

/** Days of a long history. */
const days = 4 * 365;

/** Most turns that a first read may take. */
const mostTurns = 20;

/** Reads an account with a long history for the first time. */
export async function readLongHistory({
  folder,
  kind,
  trips,
}: LongHistory): Promise<LongHistoryCost> {
  let cost: LongHistoryCost | undefined;
  await withBroker(folder, kind, { accounts: 1, trips, days }, async ({ reader, broker }) => {
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const megabytesBefore = peak();
    const begun = performance.now();
    const before = process.cpuUsage();
    // One turn may have too little time, so the next one goes on.
    let turns = 0;
    for (let isRead = false; !isRead && turns < mostTurns; turns += 1) {
      isRead = (await syncConnections(reader)).read === 1;
    }
    const { user, system } = process.cpuUsage(before);
    cost = {
      seconds: (performance.now() - begun) / 1000,
      cpuSeconds: (user + system) / 1_000_000,
      requests: await broker.historyRequests(),
      turns,
      megabytesBefore,
      peakMegabytes: peak(),
    };
  });
  if (cost === undefined) throw new Error('nothing was read');
  return cost;
}
