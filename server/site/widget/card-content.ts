import type { PublicAccount } from '../account.ts';
import type { Language } from '../language/languages.ts';
import { badges, isProved, ofSomeMembers } from '../parts/badges.ts';
import type { Tile } from '../parts/headline.ts';
import { isStale } from '../stale.ts';

/** Texts and figures of a widget card. */
export interface CardContent {
  readonly name: string;
  readonly owner: string | null;
  /** Badges in short; null without one. */
  readonly mark: string | null;
  /** True if the broker proved the record. */
  readonly isProved: boolean;
  /** Last day that the operator confirmed, if later days count too. */
  readonly covered_until: string | null;
  readonly reconciled: boolean | null;
  readonly demo: boolean | null;
  readonly history_cut_at: string | null;
  /** Day of the newest data, if that is older than a week. */
  readonly stale_since: string | null;
  /** First day of the record; null if it is hidden. */
  readonly since: string | null;
  readonly twr_percent: number | null;
  readonly max_drawdown_percent: number | null;
  /** Warnings of how it trades, in short. */
  readonly behaviour: readonly string[];
  readonly attribution: PublicAccount['attribution'];
  /** Figures of the link preview; other sizes have none. */
  readonly tiles: readonly Tile[];
}

export function cardContentOf(
  account: PublicAccount,
  now: Date,
  language: Language,
  behaviour: readonly string[],
  tiles: readonly Tile[] = [],
): CardContent {
  const { name, owner, reconciled, performance, attribution, demo, history_cut_at } = account;
  const { twr_percent, max_drawdown_percent, since } = performance;
  const mark = markOf(account, language);
  return {
    name,
    owner: owner.name,
    mark,
    isProved: isProved(account),
    covered_until: account.verified.covered_until,
    reconciled,
    demo,
    history_cut_at,
    stale_since: isStale(account, now) ? (account.updated_at?.slice(0, 10) ?? null) : null,
    since,
    twr_percent,
    max_drawdown_percent,
    behaviour,
    attribution,
    tiles,
  };
}

/** Names the badges of an account, or how many accounts of a portfolio have each. */
function markOf(account: PublicAccount, language: Language): string | null {
  const { verified } = account;
  const { widget: texts } = language.words;
  if (verified.identity && verified.track_record) return texts.confirmed;
  const marks = badges.flatMap((badge) =>
    verified[badge]
      ? texts.badges[badge]
      : (ofSomeMembers(badge, account, language, texts.ofSomeMembers) ?? []),
  );
  return marks.length === 0 ? null : marks.join(', ');
}
