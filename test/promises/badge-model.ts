import { ownersSources, type SourceName, sourceNames } from '../../sql/raw/source_names.ts';

// What badges may say at most, worked out from rows alone: no code of the program is used.

/** A trade or equity report as somebody delivered it. The best source of a ticket counts. */
export interface Row {
  readonly account: string;
  readonly ticket: string;
  readonly day: string;
  readonly profit: number;
  /** Best floating result of a trade; margin of an equity report. */
  readonly detail?: number;
  readonly source: SourceName;
}

/** Returns true for an equity report. */
export const isReport = ({ ticket }: Pick<Row, 'ticket'>): boolean => ticket.startsWith('equity');

/** A mark with the rows that it was given for; null if nothing was published then. */
export interface Mark {
  readonly version: string | null;
  given: { readonly rows: readonly Row[]; readonly members: string } | null;
  isLapsed: boolean;
}

/** Most that may be said. `until` is the last day that may be called confirmed. */
export interface Claim {
  readonly isOfBroker: boolean;
  readonly isWhole: boolean;
  readonly until: string | null;
}

/** An account or portfolio in a version, with the claims that were allowed when it was settled. */
export interface Published {
  readonly version: string;
  readonly rows: readonly Row[];
  readonly members: string;
  /** True if the broker did not list all deposits, and nobody else gave the capital. */
  readonly isInferred: boolean;
  readonly claims: Map<Mark | null, Claim>;
}

const keyOf = (row: Row): string => JSON.stringify(row);
const isOwners = (row: Row | undefined): boolean =>
  row !== undefined && ownersSources.includes(row.source);
const newest = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null;

/**
 * Returns the rows that count: from the cut on, each ticket as its best source has it. Where the
 * broker sent all trades, only its reports count.
 */
export function countingRows(delivered: readonly Row[], cut: string): Row[] {
  const best = new Map<string, Row>();
  for (const row of delivered.filter(({ day }) => day >= cut)) {
    const known = best.get(row.ticket);
    const rank = ({ source }: Row) => sourceNames.indexOf(source);
    if (known === undefined || rank(row) <= rank(known)) best.set(row.ticket, row);
  }
  const rows = [...best.values()];
  const isRead = rows.every((row) => isReport(row) || row.source === 'broker_api');
  return isRead ? rows.filter((row) => row.source === 'broker_api' || !isReport(row)) : rows;
}

/** Settles a mark for rows that are published next, of which `cut` removed older days. */
export function settle(published: Published, mark: Mark | null, cut: string): void {
  const { rows, members, isInferred, claims } = published;
  const isRead = rows.length > 0 && rows.every(({ source }) => source === 'broker_api');
  const isOfBroker = isRead && !isInferred;
  claims.set(null, { isOfBroker, isWhole: false, until: null });
  if (mark === null || rows.length === 0) return;
  mark.given ??= { rows, members };
  const had = new Set(mark.given.rows.map(keyOf));
  const has = new Set(rows.map(keyOf));
  const uncut = mark.given.rows.filter(({ day }) => day >= cut);
  const replaced = ({ account, ticket }: Row) =>
    rows.find((row) => row.account === account && row.ticket === ticket);
  const wrong = [
    ...rows.filter((row) => isOwners(row) && !had.has(keyOf(row))),
    ...uncut.filter((row) => !has.has(keyOf(row)) && (isOwners(row) || isOwners(replaced(row)))),
  ];
  const [first = '9'] = wrong.map(({ day }) => day).sort();
  const until = newest(rows.map(({ day }) => day).filter((day) => day < first));
  const isChanged = first < (newest(uncut.map(({ day }) => day)) ?? '');
  mark.isLapsed ||= isChanged || until === null || members !== mark.given.members;
  const isWhole = wrong.length === 0 && !mark.isLapsed;
  claims.set(mark, { isOfBroker, isWhole, until: mark.isLapsed ? null : until });
}

/** Returns what may be said of a served version: what was settled for the same rows. */
export function allowed(
  served: Published,
  mark: Mark | null,
  versions: readonly Published[],
): Claim {
  const { isOfBroker = false } = served.claims.get(null) ?? {};
  const keys = ({ rows, members, isInferred }: Published) =>
    `${members} ${isInferred} ${rows.map(keyOf).sort()}`;
  const settled = versions.find(
    (version) => version.claims.has(mark) && keys(version) === keys(served),
  );
  const claim = mark === null ? undefined : settled?.claims.get(mark);
  if (claim) return { ...claim, isOfBroker };
  const isGiven = mark !== null && mark.version === served.version;
  const until = isGiven ? newest(served.rows.map(({ day }) => day)) : null;
  return { isOfBroker, isWhole: isGiven, until };
}
