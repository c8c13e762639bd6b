import type { Static } from 'typebox';
import type { Confirmed } from '../../pipeline/registry/schema.ts';
import type { advanced, breakdownEntry, monthly, summary } from '../../sql/marts/index.ts';
import type { curve, growth, top_symbols } from '../../sql/pages/index.ts';
import type { Attribution } from '../accounts/attribution.ts';

export type Performance = Static<typeof summary>['performance'];
/** Days of a curve, a column a figure. */
export type Days = Static<typeof curve>;
export type Growth = Static<typeof growth>;
export type Months = Static<typeof monthly>;
export type TopEntries = Static<typeof top_symbols>;
export type BreakdownEntry = Static<typeof breakdownEntry>;
export type Statistics = Static<typeof advanced>;

/** The account object as strangers read it. */
export interface PublicAccount extends Static<typeof summary> {
  readonly type: 'account' | 'portfolio';
  readonly slug: string;
  readonly name: string;
  readonly history_cut_at: string | null;
  readonly verified: { readonly identity: boolean; readonly track_record: boolean };
  readonly verified_by: Confirmed;
  readonly owner: { readonly slug: string; readonly name: string | null };
  readonly attribution: Attribution;
}

/** The same with all that its page shows, which is bounded; null where it is not shown. */
export interface PageAccount extends PublicAccount {
  /** Instant of the run that its figures are of. */
  readonly as_of: string;
  readonly monthly: Months | null;
  readonly advanced: Statistics | null;
  readonly curve: Days | null;
  readonly growth: Growth | null;
  readonly top_symbols: TopEntries | null;
  readonly top_magic_numbers: TopEntries | null;
  /** Names of its tables as CSV. */
  readonly files: readonly string[];
  /** Whether something would be drawn that the version in service does not have yet. */
  readonly isWaiting: boolean;
}

export interface AccountList {
  readonly data: readonly PublicAccount[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly has_more: boolean;
  };
}
