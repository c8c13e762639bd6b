import type { Confirmation } from './schema.ts';
import type { Settlement } from './settlements.ts';

/** Badge of a track record. */
export interface RecordBadge {
  readonly track_record: boolean;
  readonly covered_until: string | null;
  readonly lapsed_at: string | null;
  readonly broker_since: string | null;
}

/** Mark of a track record, with what runs settled about it. */
export interface MarkedRecord {
  readonly mark: Confirmation | null;
  /** Version in service when the mark was given; null if nothing was published then. */
  readonly mark_version: string | null;
  /** Settlements for the newest version and the one before, newest first. */
  readonly settlements: readonly Settlement[];
}

/** Returns the text that tells one mark from another one. */
export const markText = (mark: Confirmation): string =>
  JSON.stringify([mark.by, mark.at, mark.how]);

/**
 * Returns the badge of a record as it was settled last. A mark counts from the moment at which it
 * is given, before a run settles it.
 */
export function newestBadge({
  mark,
  settlements,
}: Pick<MarkedRecord, 'mark' | 'settlements'>): RecordBadge {
  return badgeOf(mark, settlements[0], !isSettled(mark, settlements));
}

/**
 * Returns the badge of a record for the data of a served version. What was settled for other data
 * says nothing about it.
 */
export function servedBadge(
  { mark, mark_version, settlements }: MarkedRecord,
  served: { readonly version: string; readonly data: string },
): RecordBadge {
  const isGivenForIt =
    mark_version === null ? !isSettled(mark, settlements) : mark_version === served.version;
  const settlement = settlements.find(({ data }) => data === served.data);
  return badgeOf(mark, settlement, isGivenForIt);
}

/** Tells whether a run has settled a mark. */
const isSettled = (mark: Confirmation | null, settlements: readonly Settlement[]): boolean =>
  mark !== null && settlements.some(({ coverage }) => coverage?.mark === markText(mark));

/** `isGiven` says whether the mark counts if `settlement` is not about it. */
function badgeOf(
  mark: Confirmation | null,
  settlement: Settlement | undefined,
  isGiven: boolean,
): RecordBadge {
  const broker_since = settlement?.broker_since ?? null;
  const isAboutIt = mark !== null && settlement?.coverage?.mark === markText(mark);
  const lapsed_at = isAboutIt ? settlement.lapsed_at : null;
  const isCovered = isAboutIt ? lapsed_at === null : mark !== null && isGiven;
  const hasEnd = isAboutIt && isCovered && broker_since === null;
  const covered_until = hasEnd ? settlement.covered_until : null;
  return {
    track_record: broker_since !== null || (isCovered && covered_until === null),
    covered_until,
    lapsed_at,
    broker_since,
  };
}
