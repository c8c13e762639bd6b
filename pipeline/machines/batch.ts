import type { Publication } from '../publish/store/pointer.ts';
import type { Content } from '../publish/store/store.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { MarkSources } from '../run/settle-marks.ts';
import type { Warnings } from '../run/warnings.ts';
import type { Withheld } from '../run/withheld.ts';

/** Part of the accounts, by a hash of their ids. */
export interface AccountBucket {
  readonly number: number;
  /** Number of buckets. */
  readonly of: number;
}

/** Rows of one table for one shard: the object `slices/<sha256>.parquet`. */
export interface Slice extends Content {
  /** Position in the order in which the shard loads slices. */
  readonly sequence: number;
  readonly table: string;
  /** Bucket with the accounts of all its rows. Null if they may be of any. */
  readonly bucket: AccountBucket | null;
}

/** Account whose rows now belong to another shard. */
export interface DepartedAccount {
  /** Position among the departures of the shard. */
  readonly sequence: number;
  readonly account: string;
}

/** Period, in milliseconds, in which a shard without new data would compute the same result. */
export interface IdleSpan {
  readonly from: number;
  /** First instant at which the result would change, or null if it never would. */
  readonly until: number | null;
}

/** Result that a later batch may reuse without the shard's database. */
export interface IdleResult extends IdleSpan {
  /** Form of the program that computed it. */
  readonly form: string;
  /** Version in service at that time, which contains the result of the shard. */
  readonly version: string;
  /** Name of the shard's database. `registered` and `calendar` are hashes. */
  readonly working: string;
  readonly registered: string;
  readonly calendar: string | null;
  readonly subjects: number;
  readonly heldBack: readonly Withheld[];
  readonly warnings: Warnings;
}

/**
 * Version of a shard in the store, which the next batch continues from by reading and writing what
 * differs. If it is lost, the batch reads the version of all shards instead.
 */
export interface LastVersion {
  /** Version of all shards, which has exactly these accounts and parts of the shard. */
  readonly version: string;
  /** Hash over the ids of its accounts and portfolios. */
  readonly ids: string;
  readonly manifest: Content;
  /** Names of its objects that the version of all shards may lack. */
  readonly objects: readonly string[];
}

/** State of a shard in the batch in service, from which the next batch continues. */
export interface ShardState {
  readonly shard: number;
  /**
   * Name of the database that a machine has made of the shard's rows, and may have kept. Null
   * before the first batch.
   */
  readonly working: string | null;
  /** Sequence of the last slice with stored rows. Later ones wait. */
  readonly loadedTo: number;
  /** Sequence of the last departure that the batch has applied. */
  readonly departedTo: number;
  /** Result to reuse while nothing changes. Null if the next batch must compute the shard. */
  readonly idle: IdleResult | null;
  /** Null before the first batch. */
  readonly last: LastVersion | null;
}

/** Input for computing one shard. The machine reads everything else from the store. */
export interface ShardInput {
  readonly shard: number;
  readonly shards: number;
  /** Instant of the batch, ISO 8601, the same for all shards. */
  readonly asOf: string;
  /** Sequence number of the batch's version. */
  readonly versionNo: number;
  readonly state: ShardState;
  /** Stored rows: slices up to `state.loadedTo`, in order. */
  readonly rows: readonly Slice[];
  /** Slices that wait, in order. */
  readonly slices: readonly Slice[];
  /** Departures after `state.departedTo`, in order. Their rows are removed before slices load. */
  readonly departed: readonly DepartedAccount[];
  readonly registered: readonly RegistryAccount[];
  /** Accounts, portfolios and owners that were deleted, whose data every shard removes for good. */
  readonly deleted: readonly string[];
  /** Events of the calendar, the object `events/<sha256>.parquet`. Null without a calendar. */
  readonly calendar: Content | null;
  /**
   * Object `chains/<sha256>.ndjson` with every published version and its restatements. Null before
   * the first.
   */
  readonly chain: Content | null;
  /**
   * Packs of the version in service that the store has lost. A shard that still has one puts it
   * back. Without its earlier figures, it computes every account again.
   */
  readonly lost: readonly string[];
  /** Version in service, or null before the first publication. */
  readonly before: Publication | null;
  /**
   * The shard's last version, if the version in service has exactly its accounts and parts. `asOf`
   * is the instant of the version in service. Null if accounts moved, or after a rollback.
   */
  readonly continues: { readonly manifest: Content; readonly asOf: string } | null;
}

/** Change of a shard's stored rows. */
export interface RowsChange {
  /** Sequences of slices that are not needed any more: loaded, merged or replaced ones. */
  readonly dropped: readonly number[];
  readonly added: readonly Slice[];
}

/** Result of one shard. The store already has everything that it names. */
export interface ShardResult {
  readonly shard: number;
  /** Form of the program that wrote it. All results of a batch must have the same form. */
  readonly form: string;
  readonly asOf: string;
  readonly state: Omit<ShardState, 'idle' | 'last'>;
  readonly rows: RowsChange;
  /** Period in which the result stays the same. Null if the next batch must compute it again. */
  readonly idle: IdleSpan | null;
  /** Manifest of the shard's version. */
  readonly manifest: Content;
  /** Names of objects of the shard's version that the version of all shards may lack. */
  readonly objects: readonly string[];
  /**
   * Buckets that differ from the version that `continues` names. Null if the shard has not
   * continued from it, so that all may differ.
   */
  readonly changed: readonly number[] | null;
  /** Number of accounts and portfolios, including those that stay unpublished. */
  readonly subjects: number;
  readonly accountsComputed: number;
  readonly heldBack: readonly Withheld[];
  /** Set if earlier versions have history that owners removed, so that they must be deleted. */
  readonly isPurging: boolean;
  readonly warnings: Warnings;
  /** Sections restated, by account or portfolio. */
  readonly restated: Record<string, string[]>;
  /** Sources of the accounts that have a badge of the track record, or may get one. */
  readonly sources: Record<string, MarkSources>;
}
