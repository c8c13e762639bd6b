import { factOf } from '../../sql/record/restatable.ts';
import type { StoredRestatements } from '../../sql/record/restatements.ts';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import { type SourcesByKind, sourcesByKind } from '../registry/marks.ts';

/** Sources and descriptions of an account or portfolio in a version, for the rules of marks. */
export interface MarkedData {
  readonly sources: SourcesByKind;
  /** Currency of its figures. */
  readonly currency: string;
  readonly accounts: readonly DescribedAccount[];
}

/** Description of an account that says what its figures are of. */
export interface DescribedAccount {
  readonly account: string;
  readonly platform: string;
  readonly currency: string;
  readonly broker: string | null;
  readonly server: string | null;
  readonly demo: boolean | null;
  readonly created_at: string;
}

/** Reads the data of an account in a version. Null if it has no trades and bookings. */
export function markedData(snapshot: Pick<Snapshot, 'part'>, id: string): MarkedData | null {
  const part = snapshot.part(id, 'data_sources');
  if (part === undefined) return null;
  const { currency, accounts, ...kinds }: Omit<MarkedData, 'sources'> = JSON.parse(part.toString());
  const sources = sourcesByKind(kinds);
  return sources.bookings.length === 0 ? null : { sources, currency, accounts };
}

/** Kinds of restatements that change, add or remove data of days that were published before. */
const ofData: readonly string[] = ['changed', 'added', 'removed'];

/** Returns the kinds of data, such as `trades`, of which a version restates published days. */
export function restatedData(
  snapshot: Pick<Snapshot, 'part'>,
  id: string,
  kinds: readonly string[],
): string[] {
  if (!kinds.some((kind) => ofData.includes(kind))) return [];
  const part = snapshot.part(id, 'restatements');
  const { restatements }: StoredRestatements = JSON.parse(part?.toString() ?? '{}');
  const names = restatements
    .filter(({ version, kind }) => version === restatements[0]?.version && ofData.includes(kind))
    .flatMap(({ days }) => days.flatMap((part) => part.of));
  return [...new Set(names.map((name) => factOf(name) ?? 'trades'))];
}
