import { OwnerFault } from '../../base/collected.ts';
import type { JsonText } from '../../base/json-text.ts';
import type { Handle } from './cache.ts';
import { checkedDeal, dealColumns, type StoredDeal } from './damage.ts';
import type { TerminalDeal } from './terminal.ts';

/** Limits of a batch of deals, and of one position, whose deals are paired together. */
export const dealBounds = {
  batchDeals: 20_000,
  batchCharacters: 8 * 1024 * 1024,
  positionDeals: 50_000,
  positionCharacters: 32 * 1024 * 1024,
} as const;

export type DealBounds = { readonly [Name in keyof typeof dealBounds]: number };

/**
 * Cuts deals, which come position by position, into bounded batches. A position is in one batch. Throws
 * an OwnerFault if a position has too many deals.
 */
export function* inDealBatches(
  deals: Iterable<Pick<TerminalDeal, 'position' | 'json'>>,
  bounds: DealBounds,
): Generator<JsonText[]> {
  let batch: JsonText[] = [];
  let [characters, ofPosition, charactersOfPosition] = [0, 0, 0];
  let last = '';
  for (const { position, json: deal } of deals) {
    if (position === '' || position !== last) {
      if (batch.length >= bounds.batchDeals || characters >= bounds.batchCharacters) {
        yield batch;
        batch = [];
        characters = 0;
      }
      [last, ofPosition, charactersOfPosition] = [position, 0, 0];
    }
    batch.push(deal);
    characters += deal.length;
    ofPosition += 1;
    charactersOfPosition += deal.length;
    if (ofPosition > bounds.positionDeals || charactersOfPosition > bounds.positionCharacters) {
      throw new OwnerFault(
        `position ${position} has more deals than can be paired together, which are ${bounds.positionDeals} or ${bounds.positionCharacters >> 20} MiB; add a statement of the account instead`,
      );
    }
  }
  if (batch.length > 0) yield batch;
}

/** Yields the deals of touched positions in batches, then those of no position. */
export function* touchedDeals(
  handle: Handle,
  accountId: string,
  bounds: DealBounds,
): Generator<JsonText[]> {
  const ofPositions = `select ${dealColumns}
    from touched cross join deals indexed by deals_by_position
      on deals.account_id = touched.account_id and deals.position = touched.position
    where touched.account_id = ? and touched.position <> ''
    order by touched.position, deals.ticket`;
  const ofNone = `select ${dealColumns}
    from touched cross join deals
      on deals.account_id = touched.account_id and deals.ticket = touched.ticket
    where touched.account_id = ? and touched.position = ''
    order by touched.ticket`;
  for (const query of [ofPositions, ofNone]) {
    yield* inDealBatches(checked(handle.prepare(query).iterate(accountId)), bounds);
  }
}

/** Yields all deals of an account in batches. */
export function allDeals(
  handle: Handle,
  accountId: string,
  bounds: DealBounds,
): Generator<JsonText[]> {
  const rows = handle
    .prepare(
      `select ${dealColumns} from deals indexed by deals_by_position
        where account_id = ? order by position, ticket`,
    )
    .iterate(accountId);
  return inDealBatches(checked(rows), bounds);
}

function* checked(rows: Iterable<unknown>): Generator<TerminalDeal> {
  for (const row of rows) yield checkedDeal(row as StoredDeal);
}
