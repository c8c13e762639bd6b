import type { Static } from 'typebox';
import type {
  advanced,
  breakdownEntry,
  by_symbol,
  equity_curve,
  monthly,
  summary,
  twr,
} from '../../sql/marts/index.ts';
import type { Attribution } from '../attribution.ts';

export type Performance = Static<typeof summary>['performance'];
export type Curve = Static<typeof equity_curve>;
export type Months = Static<typeof monthly>;
export type Breakdown = Static<typeof by_symbol>;
export type BreakdownEntry = Static<typeof breakdownEntry>;
export type Statistics = Static<typeof advanced>;

/** The account object as strangers read it. */
export interface PublicAccount extends Static<typeof summary> {
  readonly type: 'account' | 'portfolio';
  readonly slug: string;
  readonly name: string;
  readonly history_cut_at: string | null;
  readonly verified: { readonly identity: boolean; readonly track_record: boolean };
  readonly owner: { readonly slug: string; readonly name: string | null };
  readonly attribution: Attribution;
}

/** The same with every section; null where it is not shown. */
export interface WholeAccount extends PublicAccount {
  readonly equity_curve: Curve | null;
  readonly twr: Static<typeof twr> | null;
  readonly monthly: Months | null;
  readonly by_symbol: Breakdown | null;
  readonly by_magic_number: Breakdown | null;
  readonly advanced: Statistics | null;
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
