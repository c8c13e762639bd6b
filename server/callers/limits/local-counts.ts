import { widerClientOf } from '../../http/clients.ts';
import { type Count, stricterOf } from './counts.ts';
import { type Allowance, type Allowances, onePerAllowance, windowSeconds } from './limits.ts';
import { createSlidingLog } from './sliding-log.ts';

/** What this process itself has let through, at all times, whoever else counts too. */
export interface LocalCounts {
  take(allowance: Allowance, client: string, at: number): Count;
  /** Strikes out a request counted at that time, which was refused after all. */
  giveBack(allowance: Allowance, client: string, at: number): void;
}

/** What a /48 may send, in the allowances of one /64. */
const widerAllowances = 16;

/** 130 MB where as many clients sent up to 17 requests each within the window. */
const maxClients = 500_000;

export function createLocalCounts(allowances: Allowances): LocalCounts {
  const logOf = (limit: number) =>
    createSlidingLog({ limit, windowMilliseconds: windowSeconds * 1000, maxClients });
  const logsOf = onePerAllowance((allowance) => ({
    own: logOf(allowances[allowance]),
    wider: logOf(allowances[allowance] * widerAllowances),
  }));

  return {
    take(allowance, client, at) {
      const { own, wider } = logsOf(allowance);
      const count = own.take(client, at);
      const widerClient = widerClientOf(client);
      if (!count.isAllowed || widerClient === null) return count;
      const widerCount = wider.take(widerClient, at);
      if (!widerCount.isAllowed) own.giveBack(client, at);
      return stricterOf(count, widerCount);
    },
    giveBack(allowance, client, at) {
      const { own, wider } = logsOf(allowance);
      own.giveBack(client, at);
      const widerClient = widerClientOf(client);
      if (widerClient !== null) wider.giveBack(widerClient, at);
    },
  };
}
