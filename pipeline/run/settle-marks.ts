import { type SourceName, sourceNames } from '../../sql/raw/source_names.ts';
import type { DataDirectory } from '../base/data-directory.ts';
import { portfolioId } from '../publish/snapshot/layout.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../publish/snapshot/reader.ts';
import type { Coverage, Settle } from '../registry/marks.ts';
import { markText } from '../registry/rows.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { RunOptions } from './run-options.ts';

/** Sources that no owner can write to. Only these may correct days that a mark covers. */
const trusted: readonly SourceName[] = ['broker_api', 'operator_file'];

const restatedReason = 'days that it covers changed';

/** Kinds of restatements that change, add or remove data of days that were published before. */
const ofData: readonly string[] = ['changed', 'added', 'removed'];

interface NextVersion {
  readonly dataDir: DataDirectory;
  /** Version that is about to be published. */
  readonly version: string;
  /** Kinds of restatements in it, by account or portfolio. */
  readonly restated: Readonly<Record<string, readonly string[]>>;
}

/**
 * Calls `work` with the rules for marks at the publication of a version. Call it before the version is in
 * service, so that no reader sees a mark on data that it does not cover.
 */
async function withMarkRules<Result>(
  { dataDir, version, restated }: NextVersion,
  work: (settle: Settle) => Promise<Result>,
): Promise<Result> {
  const current = currentVersion(dataDir);
  const next = openSnapshot(dataDir, version);
  const before = current === null || current === version ? null : openSnapshot(dataDir, current);
  const inService = current === version ? next : before;
  try {
    return await work((account, coverage) => {
      const id = idOf(account);
      const sources = sourcesIn(next, id);
      const earlier = inService === null ? [] : sourcesIn(inService, id);
      const mark = account.confirmed.track_record;
      const isFromBroker = sources.length > 0 && sources.every((name) => name === 'broker_api');
      if (mark === null) return { coverage: null, isFromBroker };
      const [covered, of] = earlier.length > 0 ? [earlier, current] : [sources, version];
      const base = coverage ?? firstCoverage(markText(mark), of ?? version, covered);
      if (base === null) return { coverage: null, isFromBroker };
      const lapse = lapseOf(base.sources, [...sources, ...earlier], sources, restated[id] ?? []);
      return { coverage: { ...base, lapse }, isFromBroker };
    });
  } finally {
    next.close();
    before?.close();
  }
}

/** Settles all marks for a version that is about to be published. Returns a line for each lapse. */
export async function settleAtPublication(
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  next: Pick<NextVersion, 'version' | 'restated'>,
): Promise<string[]> {
  const { settleMarks } = registry;
  if (!settleMarks) return [];
  return withMarkRules({ dataDir, ...next }, (settle) => settleMarks(settle));
}

/**
 * Settles all marks for a batch of several machines, which doesn't have the sources of the version at hand.
 * So every change to days that were published before makes a mark lapse. Returns a line for each lapse.
 */
export async function settleInBatch(
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  { version, restated }: Pick<NextVersion, 'version' | 'restated'>,
): Promise<string[]> {
  const { settleMarks } = registry;
  if (!settleMarks) return [];
  const inService = currentVersion(dataDir) ?? version;
  return settleMarks((account, before) => {
    const isRestated = (restated[idOf(account)] ?? []).some((kind) => ofData.includes(kind));
    const mark = account.confirmed.track_record;
    const isFromBroker = account.broker_since !== null && !isRestated;
    if (mark === null) return { coverage: null, isFromBroker };
    const text = markText(mark);
    const coverage = before ?? { mark: text, version: inService, sources: [], lapse: null };
    const lapse = isRestated ? restatedReason : null;
    return { coverage: { ...coverage, lapse }, isFromBroker };
  });
}

const firstCoverage = (
  mark: string,
  version: string,
  sources: readonly SourceName[],
): Coverage | null => (sources.length === 0 ? null : { mark, version, sources, lapse: null });

const idOf = ({ type, slug, account_id }: RegistryAccount): string =>
  type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');

/** Returns why a mark lapses, or null. */
function lapseOf(
  covered: readonly SourceName[],
  all: readonly SourceName[],
  now: readonly SourceName[],
  kinds: readonly string[],
): string | null {
  const isRestated = kinds.some((kind) => ofData.includes(kind));
  if (covered.length === 0) return isRestated ? restatedReason : null;
  const worst = Math.max(...covered.map(rankOf));
  const lesser = now.find((name) => rankOf(name) > worst);
  if (lesser !== undefined) return `data of ${lesser} is no longer as good as what it covers`;
  if (!isRestated) return null;
  const cause = all.find((name) => !covered.includes(name) || !trusted.includes(name));
  return cause === undefined
    ? null
    : `days that it covers changed, and ${cause} may have changed them`;
}

const rankOf = (name: SourceName): number => sourceNames.indexOf(name);

type Counts = Readonly<Record<SourceName, { readonly trades: number; readonly flows: number }>>;

/** Returns the sources of the trades and bookings that a version has of an account. */
function sourcesIn(snapshot: Snapshot, id: string): SourceName[] {
  const part = snapshot.part(id, 'provenance');
  if (part === undefined) return [];
  const counts: Counts = JSON.parse(part.toString());
  return sourceNames.filter((name) => counts[name].trades + counts[name].flows > 0);
}
