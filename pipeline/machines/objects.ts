import type { Content } from '../publish/store/store.ts';

/** Names of objects that batches put in the store, besides those of a version. */
export const objects = {
  /** Rows of a table for a shard. */
  slice: ({ sha256 }: Content): string => `slices/${sha256}.parquet`,
  /** The events of the calendar, which one machine loads for all. */
  events: ({ sha256 }: Content): string => `events/${sha256}.parquet`,
  /** The chain as it was when a batch began. */
  chain: ({ sha256 }: Content): string => `chains/${sha256}.ndjson`,
  /** Database of split files and refused rows. */
  intake: ({ sha256 }: Content): string => `intake/${sha256}.duckdb`,
} as const;
