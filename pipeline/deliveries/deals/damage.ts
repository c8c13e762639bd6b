import { crc32 } from 'node:zlib';
import type { TerminalDeal } from './terminal.ts';

/** Thrown if the deal cache is damaged. It is made of deliveries, so it can be removed. */
export class DealCacheDamage extends Error {
  constructor(cause?: unknown) {
    super('the file of deals is damaged', { cause });
    this.name = 'DealCacheDamage';
  }
}

/** Runs work on the deal cache; throws a DealCacheDamage if SQLite finds damage. */
export function onDealCache<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? new DealCacheDamage(error) : error;
  }
}

/** Text that was read as a blob: libsql ends the whole process at a text that is not UTF-8. */
export type StoredText = ArrayBuffer;

export const textOf = (stored: StoredText): string => Buffer.from(stored).toString();

/** Parses a column of JSON. */
export function parseStored<Value>(stored: StoredText): Value {
  try {
    return JSON.parse(textOf(stored));
  } catch (error) {
    throw new DealCacheDamage(error);
  }
}

/** Computes the checksum of a deal, which shows flipped bytes that SQLite does not notice. */
export const checksumOf = ({ ticket, position, time, json }: TerminalDeal): number =>
  crc32([ticket, position, time, json].join('\n'));

/** Columns of a deal that `checkedDeal` reads. */
export const dealColumns = `cast(deals.ticket as blob) as ticket, deals.time, deals.checksum,
  cast(deals.position as blob) as position, cast(deals.deal as blob) as deal`;

/** Row of `dealColumns`. */
export interface StoredDeal {
  readonly ticket: StoredText;
  readonly position: StoredText;
  readonly time: number;
  readonly deal: StoredText;
  readonly checksum: number;
}

/** Reads a deal; throws a DealCacheDamage if its checksum is wrong. */
export function checkedDeal(stored: StoredDeal): TerminalDeal {
  const deal = {
    ticket: textOf(stored.ticket),
    position: textOf(stored.position),
    time: stored.time,
    json: textOf(stored.deal),
  };
  if (checksumOf(deal) !== stored.checksum) throw new DealCacheDamage();
  return deal;
}
