import { makeReason } from '../../base/reasons/reason.ts';
import { type ExactObject, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError, unexpectedField } from '../errors.ts';
import type { OpenApiSession } from './session.ts';

/** Longest time for which cash flows may be asked at once. */
const weekMilliseconds = 604_800_000;
const rowsAtOnce = 1000;

/** Deals and cash flows of a part of an account's history. */
export interface History {
  readonly deals: ExactObject[];
  readonly flows: ExactObject[];
  /** End of the part, in milliseconds. */
  readonly until: number;
}

/** Parts of a history: at most so many deals, or so many weeks, are held at once. */
const partBounds = { deals: 2000, weeks: 26 };

/** Reads the deals and cash flows of an account, oldest first, in parts. */
export async function* readHistory(
  session: OpenApiSession,
  account: bigint,
  from: number,
  to: number,
): AsyncGenerator<History> {
  let deals: ExactObject[] = [];
  let flows: ExactObject[] = [];
  let weeks = 0;
  for (let start = from; start < to; start += weekMilliseconds) {
    const until = Math.min(start + weekMilliseconds, to);
    deals = deals.concat(await dealsBetween(session, account, start, until));
    flows = flows.concat(await flowsBetween(session, account, start, until));
    weeks += 1;
    if (until < to && deals.length < partBounds.deals && weeks < partBounds.weeks) continue;
    yield { deals: deals.sort(byTime), flows, until };
    deals = [];
    flows = [];
    weeks = 0;
  }
}

const timeOf = (deal: ExactObject): number => Number(textOf(deal.get('executionTimestamp')));
const byTime = (first: ExactObject, second: ExactObject): number => timeOf(first) - timeOf(second);

/**
 * Returns the deals between two instants, both included. The documents do not say which
 * deals of a long list come first. So a window with more deals than one answer holds is halved.
 */
async function dealsBetween(
  session: OpenApiSession,
  account: bigint,
  from: number,
  to: number,
): Promise<ExactObject[]> {
  const fields = { fromTimestamp: from, toTimestamp: to, maxRows: rowsAtOnce };
  const answer = await session.ofAccount(account, 'ProtoOADealListReq', fields);
  const { flag } = fieldsOf('ProtoOADealListRes', answer);
  if (!flag('hasMore')) return listOf('ProtoOADealListRes', answer, 'deal', account);
  if (to - from < 2) {
    throw new ConnectorError(
      'unexpected',
      makeReason('connector_ctrader_many_deals', { value: from }),
    );
  }
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await dealsBetween(session, account, from, middle)),
    ...(await dealsBetween(session, account, middle, to)),
  ];
}

async function flowsBetween(
  session: OpenApiSession,
  account: bigint,
  from: number,
  to: number,
): Promise<ExactObject[]> {
  const fields = { fromTimestamp: from, toTimestamp: to };
  const answer = await session.ofAccount(account, 'ProtoOACashFlowHistoryListReq', fields);
  return listOf('ProtoOACashFlowHistoryListRes', answer, 'depositWithdraw', account);
}

/**
 * Returns the objects of a list. JSON leaves out an empty list. Throws if the answer is about
 * another account, or an element is not an object.
 */
export function listOf(
  answer: string,
  payload: ExactObject,
  name: string,
  account: bigint,
): ExactObject[] {
  if (textOf(payload.get('ctidTraderAccountId')) !== String(account)) {
    throw unexpectedField(answer, 'ctidTraderAccountId', 'wanted_id');
  }
  if (!payload.has(name)) return [];
  return fieldsOf(answer, payload)
    .objects(name)
    .map(({ object }) => object);
}

/** Returns the time at which a position was opened, in milliseconds; null if no deal tells it. */
export async function openingOf(
  session: OpenApiSession,
  account: bigint,
  position: string,
): Promise<number | null> {
  const fields = { positionId: BigInt(position) };
  const answer = await session.ofAccount(account, 'ProtoOADealListByPositionIdReq', fields);
  const times = listOf('ProtoOADealListByPositionIdRes', answer, 'deal', account)
    .filter((deal) => !deal.has('closePositionDetail'))
    .map(timeOf)
    .filter((time) => time > 0);
  return times.length === 0 ? null : Math.min(...times);
}
