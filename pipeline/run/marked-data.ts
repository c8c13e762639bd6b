import { factOf } from '../../sql/record/restatable.ts';
import type { StoredRestatements } from '../../sql/record/restatements.ts';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import { type SourcesByKind, sourcesByKind } from '../registry/settlements.ts';
import { type OwnersReport, readDays } from './days-of-data.ts';

/** Sources and descriptions of an account or portfolio in a version, for the rules of marks. */
export interface MarkedData {
  readonly sources: SourcesByKind;
  /** Currency of its figures. */
  readonly currency: string;
  /** As the account object says. */
  readonly reconciled: boolean | null;
  /** True if a source does not list all deposits and withdrawals. */
  readonly deposits_unknown: boolean;
  readonly accounts: readonly DescribedAccount[];
  /** Null if no owner can have reported anything about it as a whole. */
  readonly owners_report: OwnersReport | null;
  readonly days: ReturnType<typeof readDays>;
}

const noDays: MarkedData['days'] = { runs: [], details: {}, newest: null };

type StoredSources = Omit<MarkedData, 'sources' | 'days'>;

/** Description of an account that says what its figures are of. */
interface DescribedAccount {
  readonly account: string;
  readonly platform: string;
  readonly currency: string;
  readonly broker: string | null;
  readonly server: string | null;
  readonly leverage: number | null;
  readonly demo: boolean | null;
  readonly created_at: string;
}

/**
 * Reads the data of an account in a version. Its days are read only if details of some are
 * wanted, which take time. Null if it has no trades and bookings.
 */
export function markedData(
  snapshot: Pick<Snapshot, 'part' | 'manifest'>,
  id: string,
  wantedDays: readonly string[] | null,
): MarkedData | null {
  const part = snapshot.part(id, 'data_sources');
  if (part === undefined) return null;
  const stored: StoredSources = JSON.parse(part.toString());
  const { currency, reconciled, deposits_unknown, accounts, owners_report, ...kinds } = stored;
  const sources = sourcesByKind(kinds);
  if (sources.bookings.length === 0) return null;
  const state = { reconciled, deposits_unknown };
  const described = { sources, currency, ...state, accounts, owners_report };
  if (wantedDays === null) return { ...described, days: noDays };
  const members = accounts.map(({ account }) => account);
  const asOf = snapshot.manifest.as_of.slice(0, 10);
  const wanted = owners_report === null ? wantedDays : [...wantedDays, owners_report.day];
  return { ...described, days: readDays(snapshot, members, asOf, wanted) };
}

/** Data of which published days changed, such as `trades`. */
export interface RestatedData {
  readonly data: string;
  /** First day that changed. Null if it is unknown, or if every day rests on the data. */
  readonly firstDay: string | null;
}

/** Kinds of restatements that change, add or remove data of days that were published before. */
const ofData: readonly string[] = ['changed', 'added', 'removed'];

/** Returns the data, such as `trades`, of which a version restates published days. */
export function restatedData(
  snapshot: Pick<Snapshot, 'part'>,
  id: string,
  kinds: readonly string[],
): RestatedData[] {
  if (!kinds.some((kind) => ofData.includes(kind))) return [];
  const part = snapshot.part(id, 'restatements');
  const { restatements }: StoredRestatements = JSON.parse(part?.toString() ?? '{}');
  return restatements
    .filter(({ version, kind }) => version === restatements[0]?.version && ofData.includes(kind))
    .flatMap(({ days }) =>
      days.flatMap(({ of, first_day }) =>
        of.map((name) => ({ data: factOf(name) ?? 'trades', firstDay: first_day })),
      ),
    );
}
