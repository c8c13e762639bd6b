import type { Static } from 'typebox';
import type { Confirmed } from '../../pipeline/registry/schema.ts';
import type { ConfirmedMembers, NamedOwner } from '../../pipeline/shown/names-and-badges.ts';
import type { SectionName, sections } from '../../sql/marts/index.ts';
import type { summary } from '../../sql/marts/summary.ts';
import type { pages } from '../../sql/pages/index.ts';
import type { Restatements } from '../../sql/record/restatements.ts';
import type { Attribution } from '../accounts/attribution.ts';
import type { GainOfDays } from '../accounts/gain.ts';
import type { Behaving } from './behaviour-warnings.ts';
import type { ListedPosition, ListedTrade } from './trades.ts';

type Sections = { readonly [Name in SectionName]: Static<(typeof sections)[Name]> };
type DrawnName = Exclude<keyof typeof pages, 'daily_index' | 'every_day' | 'trade_statistics'>;
type Drawn = { readonly [Name in DrawnName]: Static<(typeof pages)[Name]> | null };

/** Days of a curve, with one array for each figure. */
export type Days = Static<typeof pages.curve>;
export type Growth = Static<typeof pages.growth>;
export type Months = Sections['monthly'];
export type Checked = Static<typeof pages.checked>;
export type TopEntries = Static<typeof pages.top_symbols>;

/** Account object of the API as anyone without a key reads it. */
export interface PublicAccount extends Static<typeof summary> {
  readonly type: 'account' | 'portfolio';
  readonly slug: string;
  readonly name: string;
  readonly history_cut_at: string | null;
  readonly verified: {
    readonly identity: boolean;
    readonly track_record: boolean;
    readonly covered_until: string | null;
    readonly lapsed_at: string | null;
    readonly reason: string | null;
  };
  readonly verified_by: Confirmed;
  readonly published_at: string | null;
  /** Badges of the published members of a portfolio; null for other accounts. */
  readonly confirmed_members: ConfirmedMembers | null;
  /** Name of the operator on pages; null if it is unset. */
  readonly operator?: string | null;
  readonly owner: NamedOwner;
  readonly attribution: Attribution;
}

/** Published member of a portfolio; what its owner hides is null. */
export interface Member extends PublicAccount {
  readonly monthly: Months | null;
  /** Manner of trading, as far as readers may know it. */
  readonly behaving: Behaving;
  /** Newest day with a result. */
  readonly last_day: string | null;
}

/** Sections that the account page shows completely. Other sections are shown in part. */
export const pageSections = [
  'monthly',
  'advanced',
  'drawdowns',
  'distribution',
  'rolling',
  'news',
  'provenance',
  'benchmark',
  'excursion',
  'contributions',
  'behaviour',
  'luck',
  'observed',
] as const satisfies readonly SectionName[];

/** Newest rows of a list, and the number of all its rows. */
interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Range of days in a request, with its gain. `wrong` says why the range is refused, or is null. */
export interface ChosenDays extends GainOfDays {
  readonly wrong: 'unreadable' | 'outside' | null;
}

/** Account with everything on its page. Parts that are hidden or missing are null. */
export interface PageAccount
  extends PublicAccount,
    Drawn,
    Readonly<{ [Name in (typeof pageSections)[number]]: Sections[Name] | null }> {
  /** Restatements; null if the version in service does not have them. */
  readonly restatements: Restatements | null;
  /** Every day of the curve; null if there are too many for a page, or if they are hidden. */
  readonly curve_days: Days | null;
  /** Newest trades and positions; null if the page does not list them. */
  readonly listed: {
    readonly trades: Listed<ListedTrade>;
    readonly positions: Listed<ListedPosition>;
  } | null;
  /** Names of the sections and lists that the owner hides. */
  readonly hidden: readonly string[];
  /** Tells the owner what others do not see; absent for other readers. */
  readonly ownersView?:
    | { readonly isPrivate: boolean; readonly hidden: readonly string[] }
    | undefined;
  /** True if the page was opened by a share link. Then it links only to pages of the share. */
  readonly isShared?: boolean;
  /** Range of days that the reader chose, with the gain in it. */
  readonly span?: ChosenDays | undefined;
  /** True if the newest data is older than a week. */
  readonly isStale: boolean;
  /** Published members; only portfolios have them. */
  readonly members?: readonly Member[];
  /** Time of the run that computed the figures. */
  readonly as_of: string;
  /** File names of the CSV downloads. */
  readonly files: readonly string[];
  /** True if the version in service lacks a chart or table that this page would show. */
  readonly isWaiting: boolean;
  /** True if it has no figures yet, and data has arrived that no run has loaded. */
  readonly hasArrived?: boolean;
}

export interface AccountList {
  readonly data: readonly Omit<PublicAccount, 'confirmed_members'>[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly has_more: boolean;
  };
}
