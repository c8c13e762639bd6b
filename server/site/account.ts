import type { Static } from 'typebox';
import type { Confirmed } from '../../pipeline/registry/schema.ts';
import type { breakdownEntry } from '../../sql/marts/breakdown.ts';
import type { SectionName, sections } from '../../sql/marts/index.ts';
import type { summary } from '../../sql/marts/summary.ts';
import type { pages } from '../../sql/pages/index.ts';
import type { Restatements } from '../../sql/record/restatements.ts';
import type { Attribution } from '../accounts/attribution.ts';
import type { GainOfDays } from '../accounts/gain.ts';

type Sections = { readonly [Name in SectionName]: Static<(typeof sections)[Name]> };
type DrawnName = Exclude<keyof typeof pages, 'daily_index' | 'trade_statistics'>;
type Drawn = { readonly [Name in DrawnName]: Static<(typeof pages)[Name]> | null };

export type Performance = Static<typeof summary>['performance'];
/** Days of a curve, a column a figure. */
export type Days = Static<typeof pages.curve>;
export type Growth = Static<typeof pages.growth>;
export type Months = Sections['monthly'];
export type Checked = Static<typeof pages.checked>;
export type TopEntries = Static<typeof pages.top_symbols>;
export type BreakdownEntry = Static<typeof breakdownEntry>;

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

/** A published member of a portfolio; its months where they are shown. */
export interface Member extends PublicAccount {
  readonly monthly: Months | null;
}

/** Sections that a page shows whole; of the others it draws bounded parts. */
export const pageSections = [
  'monthly',
  'advanced',
  'drawdowns',
  'distribution',
  'rolling',
  'news',
] as const satisfies readonly SectionName[];

/** Days that were asked for, and what is wrong with them; null where nothing is. */
export interface ChosenDays extends GainOfDays {
  readonly wrong: 'unreadable' | 'outside' | null;
}

/** The same with all that its page shows, which is bounded; null where it is not shown. */
export interface PageAccount
  extends PublicAccount,
    Drawn,
    Readonly<{ [Name in (typeof pageSections)[number]]: Sections[Name] | null }> {
  /** What was restated; null where the version in service does not say it. */
  readonly restatements: Restatements | null;
  /** Sections, and lists of it, that its owner does not show. */
  readonly hidden: readonly string[];
  /** Days that its reader chose, and what happened within them. */
  readonly span?: ChosenDays;
  /** Whether its newest data is older than a week. */
  readonly isStale: boolean;
  /** Of a portfolio, its published members. */
  readonly members?: readonly Member[];
  /** Instant of the run that its figures are of. */
  readonly as_of: string;
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
