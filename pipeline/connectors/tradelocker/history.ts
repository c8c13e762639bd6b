import { makeReason } from '../../base/reasons/reason.ts';
import type { Fill } from '../../platforms/tradelocker/rows.ts';
import { ConnectorError } from '../errors.ts';
import type { AccountRequests } from './requests.ts';

/** Part of a history, up to an instant in milliseconds. */
export interface HistoryPart {
  readonly fills: readonly Fill[];
  readonly to: number;
}

/**
 * Reads the filled orders between two instants. An answer has a limited number of orders and no
 * cursor. So the time is halved until an answer has all of its orders, and doubled after answers
 * that have few.
 */
export async function* readHistory(
  { history }: Pick<AccountRequests, 'history'>,
  begin: number,
  end: number,
): AsyncGenerator<HistoryPart> {
  let from = begin;
  let span = end - begin;
  let fullest = Number.POSITIVE_INFINITY;
  while (from < end) {
    const to = Math.min(end, from + span);
    const { fills, count } = await history(from, to);
    if (fills === null) {
      fullest = Math.min(fullest, count);
      span = Math.floor((to - from) / 2);
      if (span >= 1) continue;
      const reason = makeReason('connector_many_orders', { answer: 'ordersHistory' });
      throw new ConnectorError('unexpected', reason);
    }
    if (count * 2 < fullest) span *= 2;
    yield { fills, to };
    from = to;
  }
}
