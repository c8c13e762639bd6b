import type { JsonText } from '../../base/json-text.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { OwnerFault } from '../../base/waiting-accounts.ts';
import type { ReceivedDeal } from './stored-deals.ts';

/**
 * Limits of a batch of deals, of one position, whose deals are paired together, and of open
 * positions.
 */
export const dealBounds = {
  batchDeals: 20_000,
  batchCharacters: 8 * 1024 * 1024,
  positionDeals: 50_000,
  positionCharacters: 32 * 1024 * 1024,
  openPositions: 100_000,
} as const;

export type DealBounds = { readonly [Name in keyof typeof dealBounds]: number };

/** Deals that are paired together, with no more of each than pairing needs. */
export interface DealBatch {
  readonly deals: JsonText[];
  /** Time at which each deal came, by its ticket. */
  readonly received: Map<string, string>;
}

const emptyBatch = (): DealBatch => ({ deals: [], received: new Map() });

/**
 * Cuts deals, which come position by position, into bounded batches. A position is in one batch.
 * Throws an OwnerFault if a position has too many deals.
 */
export async function* inDealBatches(
  received: AsyncIterable<Omit<ReceivedDeal, 'time'>>,
  bounds: DealBounds,
): AsyncGenerator<DealBatch> {
  let batch = emptyBatch();
  let [characters, ofPosition, charactersOfPosition] = [0, 0, 0];
  let last = '';
  for await (const { ticket, position, json, receivedAt } of received) {
    if (position === '' || position !== last) {
      if (batch.deals.length >= bounds.batchDeals || characters >= bounds.batchCharacters) {
        yield batch;
        batch = emptyBatch();
        characters = 0;
      }
      [last, ofPosition, charactersOfPosition] = [position, 0, 0];
    }
    batch.deals.push(json);
    batch.received.set(ticket, receivedAt);
    characters += json.length;
    ofPosition += 1;
    charactersOfPosition += json.length;
    if (ofPosition > bounds.positionDeals || charactersOfPosition > bounds.positionCharacters) {
      throw new OwnerFault(
        makeReason('row_large_position', {
          value: position,
          count: bounds.positionDeals,
          max: bounds.positionCharacters >> 20,
        }),
      );
    }
  }
  if (batch.deals.length > 0) yield batch;
}
