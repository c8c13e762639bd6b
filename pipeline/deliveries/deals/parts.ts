import { OwnerFault } from '../../base/collected.ts';
import type { JsonText } from '../../base/json-text.ts';
import type { Handle } from './cache.ts';
import { checkedDeal, dealColumns, type StoredDeal } from './damage.ts';
import type { KeptDeal } from './terminal.ts';

/** How many deals are held at a time, and what one position may have: its deals are paired together. */
export const dealBounds = {
  partDeals: 20_000,
  partCharacters: 8 * 1024 * 1024,
  positionDeals: 50_000,
  positionCharacters: 32 * 1024 * 1024,
} as const;

export type DealBounds = { readonly [Name in keyof typeof dealBounds]: number };

/**
 * Cuts deals, which come position by position, into bounded parts: a position is in one part. Throws
 * where one has more deals than can be paired.
 */
export function* inParts(
  deals: Iterable<Pick<KeptDeal, 'position' | 'kept'>>,
  bounds: DealBounds,
): Generator<JsonText[]> {
  let part: JsonText[] = [];
  let [characters, ofPosition, charactersOfPosition] = [0, 0, 0];
  let last = '';
  for (const { position, kept: deal } of deals) {
    if (position === '' || position !== last) {
      if (part.length >= bounds.partDeals || characters >= bounds.partCharacters) {
        yield part;
        part = [];
        characters = 0;
      }
      [last, ofPosition, charactersOfPosition] = [position, 0, 0];
    }
    part.push(deal);
    characters += deal.length;
    ofPosition += 1;
    charactersOfPosition += deal.length;
    if (ofPosition > bounds.positionDeals || charactersOfPosition > bounds.positionCharacters) {
      throw new OwnerFault(
        `position ${position} has more deals than can be paired together, which are ${bounds.positionDeals} or ${bounds.positionCharacters >> 20} MiB; add a statement of the account instead`,
      );
    }
  }
  if (part.length > 0) yield part;
}

/** Deals of the touched positions, in parts; then those of no position. */
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
    yield* inParts(checked(handle.prepare(query).iterate(accountId)), bounds);
  }
}

/** Every deal of an account, in parts. */
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
  return inParts(checked(rows), bounds);
}

function* checked(rows: Iterable<unknown>): Generator<KeptDeal> {
  for (const row of rows) yield checkedDeal(row as StoredDeal);
}
