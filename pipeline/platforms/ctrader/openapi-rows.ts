import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { type ExactObject, isJsonObject, textOf } from '../../read/json-values.ts';
import { UnreadRow } from '../source/cells.ts';
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
import { requiredText, sideOf, timeOf, unknownValue } from './openapi-values.ts';

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
  const opened: Opened[] = [];
  readEach('deal', deals, rows, (deal, id) => {
    const found = takeDeal(rows, deal, id);
    if (found === null) return;
    rows.opened++;
    opened.push(found);
    openings.set(found.position, Math.min(found.at, openings.get(found.position) ?? found.at));
  });
  refuseOtherSides(rows, opened);
  readEach('transfer', transfers, rows, (transfer, id) =>
    rows.transfers.push(transferOf(transfer, id)),
  );
  readEach('bonus', bonuses, rows, (bonus, id) => rows.bonuses.push(bonusOf(bonus, id)));
  if (positions === undefined) return rows;
  const holdings: OpenHolding[] = [];
  readEach('position', positions, rows, (position, id) => {
    const status = textOf(position.get('positionStatus'));
    if (notOpen.has(status)) rows.notOpen++;
    else if (status !== '' && !open.has(status)) throw unknownValue('positionStatus', status);
    else holdings.push(holdingOf(position, id, unrealized.get(id)));
  });
  return { ...rows, holdings };
}

/** Deal that opened a position or added to one. */
interface Opened {
  readonly id: string;
  readonly position: string;
  readonly side: Side;
  readonly at: number;
}

/** Takes a deal that closed something, or none that was filled. Returns any other. */
function takeDeal(rows: Rows, deal: ExactObject, id: string): Opened | null {
  const status = textOf(deal.get('dealStatus'));
  if (unfilled.has(status)) {
    rows.unfilled++;
    return null;
  }
  if (status !== '' && !filled.has(status)) throw unknownValue('dealStatus', status);
  const at = timeOf(deal, 'executionTimestamp');
  const position = requiredText(deal, 'positionId');
  const detail = deal.get('closePositionDetail') ?? null;
  if (detail === null) return { id, position, side: sideOf(deal), at };
  if (!isJsonObject(detail)) {
    throw new UnreadRow('import_field_not_object', { name: 'closePositionDetail' });
  }
  rows.closings.push(closingOf(deal, detail, id, position, at));
  return null;
}

/** Refuses deals on the other side than the first of their position: they closed something. */
function refuseOtherSides(rows: Rows, opened: readonly Opened[]): void {
  const firsts = new Map<string, Opened>();
  for (const deal of opened) {
    const first = firsts.get(deal.position);
    if (first === undefined || deal.at < first.at) firsts.set(deal.position, deal);
  }
  for (const { id, position, side } of opened) {
    if (side === firsts.get(position)?.side) continue;
    const reason = makeReason('import_opened_otherwise', { name: 'closePositionDetail' });
    rows.opened--;
    rows.unread.push({ what: 'deal', id, reason });
  }
}

function readEach(
  what: UnreadRecord['what'],
  messages: ReadonlyMap<string, ExactObject>,
  { unread }: Rows,
  read: (message: ExactObject, id: string) => unknown,
): void {
  for (const [id, message] of messages) {
    try {
      if (!/^\d{1,20}$/.test(id)) throw new UnreadRow('import_id_not_number');
      read(message, id);
    } catch (error) {
      if (!(error instanceof UnreadRow)) throw error;
      unread.push({ what, id: id.slice(0, 40), reason: error.reason });
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
