import type { Searched as StoredValues } from '../../pipeline/publish/snapshot/searched.ts';
import type { SectionName } from '../../sql/marts/index.ts';
import { privacyRules } from '../../sql/privacy.ts';
import { mostLatePercent } from './observed.ts';
import { isWithheld } from './privacy.ts';
import type { View } from './view.ts';

/** Values of an account that strangers see. Hidden ones count as missing. */
export interface Candidate extends Omit<StoredValues, 'behaviour'> {
  readonly view: View;
  /** Manner of trading; null if that is hidden. */
  readonly behaviour: StoredValues['behaviour'] | null;
  /** True if nothing that warnings are about is hidden. */
  readonly areLotsShown: boolean;
}

export function candidateOf(view: View): Candidate {
  const { entry, hidden } = view;
  const { searched } = entry;
  const isHidden = (section: SectionName) => isWithheld(section, hidden);
  return {
    ...searched,
    ...(isHidden('advanced') && { total_trades: null, sharpe_ratio_annualized: null }),
    ...(isHidden('by_symbol') && { symbols: [] }),
    ...(isHidden('provenance') && { only_source: null }),
    ...(isHidden('luck') && { deflated_sharpe: null }),
    ...((isHidden('observed') || view.account.observed.since === null) && {
      observed_months: null,
    }),
    view,
    behaviour: isHidden('behaviour') ? null : shownBehaviour(view),
    areLotsShown: !hidden.has('volume') && !hidden.has('stop_loss'),
  };
}

function shownBehaviour({ entry, hidden }: View): StoredValues['behaviour'] {
  const hiddenNames = privacyRules.flatMap(({ resource, flag, path }) =>
    resource === 'behaviour' && hidden.has(flag) ? (path.at(-1) ?? []) : [],
  );
  const nothing = hiddenNames.map((name) => [name, null]);
  return { ...entry.searched.behaviour, ...Object.fromEntries(nothing) };
}

/** Tells whether the track record is confirmed: read from the broker, or by an operator's badge. */
export const isConfirmed = ({ account: { verified } }: View): boolean => verified.track_record;

/** Returns the months since strangers could watch it; null if too many trades came afterwards. */
export function watchedMonths({ observed_months, late_percent }: Candidate): number | null {
  return (late_percent ?? 0) > mostLatePercent ? null : observed_months;
}

/** Returns the days between two instants; null if one is unknown. */
export const daysOf = (first: string | null, last: string | null): number | null =>
  first === null || last === null ? null : (Date.parse(last) - Date.parse(first)) / 86_400_000;
