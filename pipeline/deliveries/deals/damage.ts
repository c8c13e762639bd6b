import { crc32 } from 'node:zlib';
import type { KeptDeal } from './terminal.ts';

/** Thrown where the file of deals is damaged; it is made of deliveries, so it can be removed. */
export class DealCacheDamage extends Error {
  constructor(cause?: unknown) {
    super('the file of deals is damaged', { cause });
    this.name = 'DealCacheDamage';
  }
}

/** Does what works on the file of deals; throws a DealCacheDamage if SQLite finds that damaged. */
export function onDealCache<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? new DealCacheDamage(error) : error;
  }
}

/** A text that was read as a blob: libsql ends the whole process at a text that is not UTF-8. */
export type StoredText = ArrayBuffer;

export const textOf = (stored: StoredText): string => Buffer.from(stored).toString();

/** Parses what a column says as JSON. */
export function parseStored<Value>(stored: StoredText): Value {
  try {
    return JSON.parse(textOf(stored));
  } catch (error) {
    throw new DealCacheDamage(error);
  }
}

/** Checksum of a deal, by which a flipped byte is seen that leaves the file one of SQLite. */
export const checksumOf = ({ ticket, position, time, kept }: KeptDeal): number =>
  crc32([ticket, position, time, kept].join('\n'));

/** The columns of a deal that `checkedDeal` reads. */
export const dealColumns = `cast(deals.ticket as blob) as ticket, deals.time, deals.checksum,
  cast(deals.position as blob) as position, cast(deals.deal as blob) as deal`;

/** A deal as `dealColumns` have it. */
export interface StoredDeal {
  readonly ticket: StoredText;
  readonly position: StoredText;
  readonly time: number;
  readonly deal: StoredText;
  readonly checksum: number;
}

/** Reads a deal; throws a DealCacheDamage if it is not what was entered. */
export function checkedDeal(stored: StoredDeal): KeptDeal {
  const deal = {
    ticket: textOf(stored.ticket),
    position: textOf(stored.position),
    time: stored.time,
    kept: textOf(stored.deal),
  };
  if (checksumOf(deal) !== stored.checksum) throw new DealCacheDamage();
  return deal;
}
