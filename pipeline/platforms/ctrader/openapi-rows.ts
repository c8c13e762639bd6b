import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { type ExactObject, isJsonObject, textOf } from '../../read/json-values.ts';
import type { Side } from '../source/orders.ts';
import type { Messages } from './openapi-messages.ts';
import {
  bonusOf,
  type ClosingDeal,
  closingOf,
  holdingOf,
  type MoneyTransfer,
  type OpenHolding,
  transferOf,
} from './openapi-records.ts';
import { requiredText, sideOf, timeOf, UnreadMessage, unknownValue } from './openapi-values.ts';

/** Message that can't be read. */
export interface UnreadRecord {
  what: 'deal' | 'transfer' | 'bonus' | 'position';
  id: string;
  reason: CodedReason;
}

export interface Rows {
  closings: ClosingDeal[];
  transfers: MoneyTransfer[];
  bonuses: MoneyTransfer[];
  holdings: OpenHolding[] | undefined;
  /** Opening times of positions, from the first deal of each. */
  openings: ReadonlyMap<string, number>;
  /** Deals that closed nothing: they opened, or were not filled. */
  opened: number;
  unfilled: number;
  /** Listed positions that are not open. */
  notOpen: number;
  unread: UnreadRecord[];
}

/** Reads deals, transfers and positions; what cannot be read is `unread`. */
export function readRows({
  deals,
  transfers,
  bonuses,
  positions,
  unrealized,
}: Pick<Messages, 'deals' | 'transfers' | 'bonuses' | 'positions' | 'unrealized'>): Rows {
  const openings = new Map<string, number>();
  const rows: Rows = {
    closings: [],
    transfers: [],
    bonuses: [],
    holdings: undefined,
    openings,
    opened: 0,
    unfilled: 0,
    notOpen: 0,
    unread: [],
  };
  const firstOpening = new Map<string, { at: number; side: Side }>();
  const opened: { id: string; position: string; side: Side }[] = [];
  each('deal', deals, (deal, id) => {
    const status = textOf(deal.get('dealStatus'));
    if (unfilled.has(status)) {
      rows.unfilled++;
      return;
    }
    if (status !== '' && !filled.has(status)) {
      throw unknownValue('dealStatus', status);
    }
    const at = timeOf(deal, 'executionTimestamp');
    const position = requiredText(deal, 'positionId');
    const detail = deal.get('closePositionDetail') ?? null;
    if (detail !== null && !isJsonObject(detail)) {
      throw new UnreadMessage(
        makeReason('import_field_not_object', { name: 'closePositionDetail' }),
      );
    }
    if (detail !== null) rows.closings.push(closingOf(deal, detail, id, position, at));
    else {
      const side = sideOf(deal);
      rows.opened++;
      openings.set(position, Math.min(at, openings.get(position) ?? at));
      const first = firstOpening.get(position);
      if (first === undefined || at < first.at) firstOpening.set(position, { at, side });
      opened.push({ id, position, side });
    }
  });
  for (const { id, position, side } of opened) {
    if (side === firstOpening.get(position)?.side) continue;
    const reason = makeReason('import_opened_otherwise', { name: 'closePositionDetail' });
    rows.opened--;
    rows.unread.push({ what: 'deal', id, reason });
  }
  each('transfer', transfers, (transfer, id) => rows.transfers.push(transferOf(transfer, id)));
  each('bonus', bonuses, (bonus, id) => rows.bonuses.push(bonusOf(bonus, id)));
  if (positions !== undefined) {
    const holdings: OpenHolding[] = [];
    each('position', positions, (position, id) => {
      const status = textOf(position.get('positionStatus'));
      if (notOpen.has(status)) {
        rows.notOpen++;
        return;
      }
      if (status !== '' && !open.has(status)) {
        throw unknownValue('positionStatus', status);
      }
      holdings.push(holdingOf(position, id, unrealized.get(id)));
    });
    rows.holdings = holdings;
  }
  return rows;

  function each(
    what: UnreadRecord['what'],
    messages: ReadonlyMap<string, ExactObject>,
    read: (message: ExactObject, id: string) => unknown,
  ): void {
    for (const [id, message] of messages) {
      try {
        if (!/^\d{1,20}$/.test(id)) throw new UnreadMessage(makeReason('import_id_not_number'));
        read(message, id);
      } catch (error) {
        if (!(error instanceof UnreadMessage)) throw error;
        rows.unread.push({ what, id: id.slice(0, 40), reason: error.reason });
      }
    }
  }
}

const filled: ReadonlySet<string> = new Set(['2', 'FILLED', '3', 'PARTIALLY_FILLED']);
const unfilled: ReadonlySet<string> = new Set([
  ...['4', 'REJECTED', '5', 'INTERNALLY_REJECTED', '6', 'ERROR', '7', 'MISSED'],
]);
const open: ReadonlySet<string> = new Set(['1', 'POSITION_STATUS_OPEN']);
const notOpen: ReadonlySet<string> = new Set([
  ...['2', 'POSITION_STATUS_CLOSED', '3', 'POSITION_STATUS_CREATED', '4', 'POSITION_STATUS_ERROR'],
]);
