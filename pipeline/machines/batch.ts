import type { Publication } from '../publish/store/pointer.ts';
import type { Content } from '../publish/store/store.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { Withheld } from '../run/withheld.ts';

/** Rows of one table for one shard: the object `slices/<sha256>.parquet`. */
export interface Slice extends Content {
  /** Its place in the order in which the shard loads. */
  readonly sequence: number;
  readonly table: string;
}

/** An account whose rows are another shard's now. */
export interface Departed {
  /** Its place among those of the shard. */
  readonly sequence: number;
  readonly account: string;
}

/** Instants between which a shard that nothing comes into would compute nothing, in milliseconds. */
export interface IdleSpan {
  readonly from: number;
  /** First instant at which the result would change, or null if it never would. */
  readonly until: number | null;
}

/** Result that a later batch may reuse without the shard's database. */
export interface Idle extends IdleSpan {
  /** Form of the program that computed it. */
  readonly form: string;
  /** The version in service then, which has what the shard came to. */
  readonly version: string;
  /** SHA-256 of the shard's own database, of what the registry said and of the calendar. */
  readonly working: string;
  readonly registered: string;
  readonly calendar: string | null;
  readonly subjects: number;
  readonly heldBack: readonly Withheld[];
  readonly warnings: readonly string[];
}

/** State of a shard in the batch in service, from which the next batch continues. */
export interface ShardState {
  readonly shard: number;
  /** Its own database, the object `working/<sha256>.duckdb`; null before its first batch. */
  readonly working: Content | null;
  readonly setAside: Content | null;
  /** The last slice that `working` holds. */
  readonly loadedTo: number;
  /** The last departure that `working` knows. */
  readonly departedTo: number;
  /** Of what the batch in service had computed, as long as nothing changes; null where that is not known. */
  readonly idle: Idle | null;
}

/** Input for computing one shard. The machine reads everything else from the store. */
export interface ShardInput {
  readonly shard: number;
  readonly shards: number;
  /** One instant for all shards of the batch. */
  readonly asOf: string;
  /** The number that the batch's version is to have. */
  readonly versionNo: number;
  readonly state: ShardState;
  /** Those after `state.loadedTo`, in order. */
  readonly slices: readonly Slice[];
  /** Those after `state.departedTo`, in order; their rows go before the slices are loaded. */
  readonly departed: readonly Departed[];
  readonly registered: readonly RegistryAccount[];
  /** The calendar's events, the object `events/<sha256>.parquet`; null where there is no calendar. */
  readonly calendar: Content | null;
  /**
   * Object `chains/<sha256>.ndjson` with every published version and its restatements. Null before
   * the first.
   */
  readonly chain: Content | null;
  /** Version in service, or null before the first publication. */
  readonly before: Publication | null;
}

/** Result of one shard. The store already has everything that it names. */
export interface ShardResult {
  readonly shard: number;
  /** Of what it wrote; those of a batch are equal. */
  readonly form: string;
  readonly asOf: string;
  readonly state: Omit<ShardState, 'idle'>;
  /** Period in which the result stays the same. Null if the next batch must compute it again. */
  readonly idle: IdleSpan | null;
  /** Of the shard's own version. */
  readonly manifest: Content;
  /** Accounts and portfolios that it knows, those among them that stay unpublished. */
  readonly subjects: number;
  readonly accountsComputed: number;
  readonly heldBack: Withheld[];
  /** Set if earlier versions have history that owners removed, so that they must be deleted. */
  readonly isPurging: boolean;
  readonly warnings: string[];
  /** Sections restated, by account or portfolio. */
  readonly restated: Record<string, string[]>;
}
