import { makeReason } from '../../base/reasons/reason.ts';
import { OwnerFault } from '../../base/waiting-accounts.ts';
import type { TerminalDeal } from './terminal.ts';

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

/**
 * Cuts deals, which come position by position, into bounded batches. A position is in one batch.
 * Throws an OwnerFault if a position has too many deals.
 */
export async function* inDealBatches<Deal extends Pick<TerminalDeal, 'position' | 'json'>>(
  deals: AsyncIterable<Deal>,
  bounds: DealBounds,
): AsyncGenerator<Deal[]> {
  let batch: Deal[] = [];
  let [characters, ofPosition, charactersOfPosition] = [0, 0, 0];
  let last = '';
  for await (const deal of deals) {
    const { position, json } = deal;
    if (position === '' || position !== last) {
      if (batch.length >= bounds.batchDeals || characters >= bounds.batchCharacters) {
        yield batch;
        batch = [];
        characters = 0;
      }
      [last, ofPosition, charactersOfPosition] = [position, 0, 0];
    }
    batch.push(deal);
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
  if (batch.length > 0) yield batch;
}
