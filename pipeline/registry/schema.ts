import type { ValuesOf } from './entry-fields.ts';
import type { ownerFields, subjectFields } from './fields.ts';
import type { Settlement } from './settlements.ts';
import type { Tables } from './tables.ts';
import type { Scope } from './words.ts';

/** Badges as they were settled last. Answers show what was settled for the version they serve. */
export interface Verified {
  readonly identity: boolean;
  readonly track_record: boolean;
}

/** Confirmation of a mark. Null stands for an instant or a way that nobody wrote down. */
export interface Confirmation {
  readonly by: string;
  readonly at: string | null;
  readonly how: string | null;
}

/** Confirmation of each mark. Null without a mark. */
export interface Confirmed {
  readonly identity: Confirmation | null;
  readonly track_record: Confirmation | null;
}

/** One account or portfolio as its owner wants it shown. */
export interface RegistryAccount extends ValuesOf<typeof subjectFields> {
  readonly slug: string;
  readonly members: readonly string[];
  readonly verified: Verified;
  /** Marks as they were given, also one that has lapsed. */
  readonly confirmed: Confirmed;
  /** Version in service when the mark of the track record was given; null before the first. */
  readonly mark_version: string | null;
  /** Settlements of its track record for the newest versions, newest first. */
  readonly settlements: readonly Settlement[];
  /** Last day that the mark of the track record covers, if later days count too; else null. */
  readonly covered_until: string | null;
  /** Time at which the mark of the track record lapsed; null without such a mark. */
  readonly lapsed_at: string | null;
  /** Time since which every published trade and booking was read from the broker; else null. */
  readonly broker_since: string | null;
  /** When strangers could read it; null before the first version that they could. */
  readonly publication: PublicSince | null;
}

/** Time in which strangers could not read an account. `to` is null while they still can't. */
export interface PublicationGap {
  readonly from: string;
  readonly to: string | null;
}

/** Record of when strangers could read an account or portfolio. Nobody can set it. */
export interface PublicSince {
  /** Time at which the first version was in service that strangers could read it in. */
  readonly published_at: string;
  /** Gaps of a day or more, oldest first. */
  readonly gaps: readonly PublicationGap[];
  /** Time of the newest change of a portfolio's members since then; null without one. */
  readonly members_changed_at: string | null;
}

/** An owner with the plan as it was decided. */
export interface RegistryOwner extends ValuesOf<typeof ownerFields> {
  readonly slug: string;
}

/** A key as it may be listed: never the key, never its hash. */
export interface ApiKey extends Omit<Tables['api_keys'], 'sha256' | 'scopes'> {
  readonly scopes: readonly Scope[];
}

/** Connection Key as it may be listed. It stops working when the account gets another owner. */
export type ConnectionKey = Omit<Tables['connection_keys'], 'sha256'>;
