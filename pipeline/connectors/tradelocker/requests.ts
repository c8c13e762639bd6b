import { makeReason } from '../../base/reasons/reason.ts';
import type { Fill, TradelockerOpenPosition } from '../../platforms/tradelocker/rows.ts';
import { ConnectorError } from '../errors.ts';
import type { Access, BrokerAccount, Secret } from '../kind.ts';
import { answerRows } from './answers.ts';
import { paceOf } from './config.ts';
import type { InstrumentAnswers } from './instruments.ts';
import { openSession } from './session.ts';

/** Filled orders of a time. */
interface HistoryAnswer {
  /** Null if one answer can't hold the orders of this time. */
  readonly fills: readonly Fill[] | null;
  /** Number of orders in the answer. */
  readonly count: number;
}

/** Requests about one account, as fast as the broker allows. */
export interface AccountRequests {
  /** Currency of the account; empty if the broker does not say it. */
  readonly currency: string;
  readonly instruments: InstrumentAnswers;
  /** Requests the filled orders between two instants, in milliseconds. */
  history(from: number, to: number): Promise<HistoryAnswer>;
  positions(): Promise<readonly TradelockerOpenPosition[]>;
  /** Requests balance and equity; the equity is empty if the broker does not say it. */
  details(): Promise<{ readonly balance: string; readonly equity: string }>;
  /** Returns when the oldest resting order was created; null if no order rests. */
  oldestResting(): Promise<number | null>;
}

/** Signs in. Throws a ConnectorError if the sign-in no longer shows the account. */
export async function openRequests(
  access: Access,
  secret: Secret,
  account: BrokerAccount,
): Promise<AccountRequests> {
  const session = openSession(access, secret);
  const found = (await session.accounts()).find(({ id }) => id === account.id);
  if (found === undefined)
    throw new ConnectorError('removed', makeReason('connector_tradelocker_hidden'));
  const { accNum } = found;
  const config = await session.get('config', '/trade/config', accNum);
  const rows = answerRows(config);
  const pace = paceOf(config, access);
  const ask = async (limit: string, what: string, path: string, query?: Record<string, string>) => {
    await pace.turn(limit);
    return session.get(what, path, accNum, query);
  };
  const about = `/trade/accounts/${encodeURIComponent(account.id)}`;
  return {
    currency: found.currency ?? '',
    instruments: {
      list: () => ask('GET_INSTRUMENTS', 'instruments', `${about}/instruments`),
      details: (id, routeId) =>
        ask(
          'GET_INSTRUMENT_DETAILS',
          'instrument',
          `/trade/instruments/${encodeURIComponent(id)}`,
          {
            routeId,
            locale: 'en',
          },
        ),
    },
    async history(from, to) {
      const answer = await ask('GET_ORDERS_HISTORY', 'ordersHistory', `${about}/ordersHistory`, {
        from: String(from),
        to: String(to),
      });
      const hasMore = answer.has('hasMore') && answer.flag('hasMore');
      const count = answer.list('ordersHistory').length;
      return { fills: hasMore ? null : rows.fills(answer), count };
    },
    positions: async () =>
      rows.positions(await ask('GET_POSITIONS', 'positions', `${about}/positions`)),
    details: async () =>
      rows.details(await ask('GET_ACCOUNTS_STATE', 'accountDetails', `${about}/state`)),
    oldestResting: async () =>
      rows.oldestResting(await ask('GET_ORDERS', 'orders', `${about}/orders`)),
  };
}
