import type { Content } from '../publish/store/store.ts';

/** Names of objects that batches put in the store, besides those of a version. */
export const objects = {
  /** Rows of a table for a shard. */
  slice: ({ sha256 }: Content): string => `slices/${sha256}.parquet`,
  /** A shard's own database. */
  working: ({ sha256 }: Content): string => `working/${sha256}.duckdb`,
  /** History from before owners' cuts, of the same shard. */
  setAside: ({ sha256 }: Content): string => `aside/${sha256}.duckdb`,
  /** The events of the calendar, which one machine loads for all. */
  events: ({ sha256 }: Content): string => `events/${sha256}.parquet`,
  /** The chain as it was when a batch began. */
  chain: ({ sha256 }: Content): string => `chains/${sha256}.ndjson`,
  /** The ledger and the refused rows of what was split. */
  intake: ({ sha256 }: Content): string => `intake/${sha256}.duckdb`,
} as const;
