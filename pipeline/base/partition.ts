import { hash } from 'node:crypto';

/** Part of the owners that one run publishes: those with `hash(owner) % count = index`. */
export interface Partition {
  readonly index: number;
  readonly count: number;
}

/** Most partitions of one set. */
export const maxPartitions = 256;

/** The partition that has everybody. */
export const wholePartition: Partition = { index: 0, count: 1 };

/** Reads `I/N`. Returns undefined unless 0 <= I < N <= 256. */
export function parsePartition(text: string): Partition | undefined {
  const [, index, count] = /^(0|[1-9][0-9]{0,2})\/([1-9][0-9]{0,2})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined) return undefined;
  return index < count && count <= maxPartitions ? { index, count } : undefined;
}

/** Writes a partition as in the setting. */
export const partitionText = ({ index, count }: Partition): string => `${index}/${count}`;

/**
 * Returns the row of the pointer, and the folder of the store, that a partition publishes to. The
 * only partition of a set has those of a run without partitions.
 */
export const publishedAs = ({ index, count }: Partition): string =>
  count === 1 ? 'accounts' : `accounts/${index}-of-${count}`;

/** Returns all partitions of a set. */
export const partitionsOf = (count: number): Partition[] =>
  Array.from({ length: count }, (_, index) => ({ index, count }));

/** An account or portfolio, as its partition follows from it. */
interface Homed {
  /** Slug of its owner; null for an account without an owner. */
  readonly owner: string | null;
  readonly account_id: string | null;
}

/** Returns the index of the partition, of so many, that has an account or portfolio. */
export const homeOf = (count: number, { owner, account_id }: Homed): number =>
  numberOf(owner ?? account_id ?? '') % count;

/** Tells whether a partition has an account or portfolio. Without an owner its id decides. */
export const isIn = ({ index, count }: Partition, homed: Homed): boolean =>
  homeOf(count, homed) === index;

const numberOf = (text: string): number =>
  Number.parseInt(hash('sha256', text).slice(0, hashDigits), 16);

/** First digits of the SHA-256 that a partition follows from. */
const hashDigits = 8;

/** Tells whether an account is of the partition that runs. */
export type IsOwn = (accountId: string) => boolean;

/** SQL of the number that a partition follows from, for an expression that is text. */
export const numberSql = (text: string): string =>
  `('0x' || left(sha256(${text}), ${hashDigits}))::ubigint`;
