import { type SourceName, sourceNames } from '../../sql/raw/source_names.ts';

/** Kinds of data that a mark covers. */
export const coveredKinds = ['bookings', 'account', 'equity', 'positions', 'figures'] as const;

export type CoveredKind = (typeof coveredKinds)[number];

/** Sources of data by its kind. */
export type SourcesByKind = Readonly<Record<CoveredKind, readonly SourceName[]>>;

/** Newest day that a mark covered when it was given. */
export interface CoveredDay {
  readonly day: string;
  /** Digest of the trades and bookings of that day. */
  readonly digest: string;
  /** True if an owner can have written data on that day. */
  readonly isOwners: boolean;
}

/** Data that the mark of a track record covers. It counts for the mark that it names. */
export interface Coverage {
  readonly mark: string;
  /** Version in service when the mark was given. */
  readonly version: string;
  /** Sources of the data of that version. */
  readonly sources: SourcesByKind;
  /** Null if it has no day with data. */
  readonly newest: CoveredDay | null;
  /** Digest of what owners had reported about the account as a whole; null if nothing. */
  readonly owners_report: string | null;
}

/** Decision of a run about the badge of an account, for the data of one version. */
export interface Settlement {
  /** Name of the data of the account in that version. */
  readonly data: string;
  /** Null if no mark counts for this data. */
  readonly coverage: Coverage | null;
  /** Last day that the mark covers, if later days count too; else null. */
  readonly covered_until: string | null;
  /** Time at which the mark lapsed; null if it did not. */
  readonly lapsed_at: string | null;
  /** Time since which everything was read from the broker; else null. */
  readonly broker_since: string | null;
}

/** Picks the known sources of each kind from a JSON value. */
export function sourcesByKind(value: unknown): SourcesByKind {
  const found = new Map<string, unknown>(Object.entries(value ?? {}));
  const of = (kind: CoveredKind): SourceName[] => {
    const listed = found.get(kind);
    return sourceNames.filter((name) => Array.isArray(listed) && listed.includes(name));
  };
  return {
    bookings: of('bookings'),
    account: of('account'),
    equity: of('equity'),
    positions: of('positions'),
    figures: of('figures'),
  };
}
