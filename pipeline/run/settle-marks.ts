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

/** Kinds of restatements that change, add or remove data of days that were published before. */
const ofData: readonly string[] = ['changed', 'added', 'removed'];

interface NextVersion {
  readonly dataDir: DataDirectory;
  /** Version that is about to be published. */
  readonly version: string;
  /** Kinds of restatements in it, by account or portfolio. */
  readonly restated: Readonly<Record<string, readonly string[]>>;
}

/** Sources of an account's trades and bookings, in the version in service and in the next one. */
export interface MarkSources {
  readonly before: readonly SourceName[];
  readonly now: readonly SourceName[];
}

/**
 * Returns the rules for marks at the publication of a version. An account without sources keeps
 * what it has: nothing of it changed.
 */
function markRules(
  { version, restated }: Omit<NextVersion, 'dataDir'>,
  current: string | null,
  sourcesOf: (id: string) => MarkSources | null,
): Settle {
  return (account, coverage) => {
    const id = markedId(account);
    const sources = sourcesOf(id);
    if (sources === null) return { coverage, isFromBroker: account.broker_since !== null };
    const { before, now } = sources;
    const mark = account.confirmed.track_record;
    const isFromBroker = isAllFromBroker(now);
    if (mark === null) return { coverage: null, isFromBroker };
    const [covered, of] = before.length > 0 ? [before, current] : [now, version];
    const base = coverage ?? firstCoverage(markText(mark), of ?? version, covered);
    if (base === null) return { coverage: null, isFromBroker };
    const lapse = lapseOf(base.sources, [...now, ...before], now, restated[id] ?? []);
    return { coverage: { ...base, lapse }, isFromBroker };
  };
}

const isAllFromBroker = (sources: readonly SourceName[]): boolean =>
  sources.length > 0 && sources.every((name) => name === 'broker_api');

/**
 * Calls `work` with a function that reads the sources of an account, in the version in service and
 * in the next one.
 */
async function withSources<Result>(
  { dataDir, version }: Pick<NextVersion, 'dataDir' | 'version'>,
  work: (
    sourcesOf: (id: string) => MarkSources,
    current: string | null,
  ) => Promise<Result> | Result,
): Promise<Result> {
  const current = currentVersion(dataDir);
  const next = openSnapshot(dataDir, version);
  const before = current === null || current === version ? null : openSnapshot(dataDir, current);
  const inService = current === version ? next : before;
  try {
    return await work(
      (id) => ({
        before: inService === null ? [] : sourcesIn(inService, id),
        now: sourcesIn(next, id),
      }),
      current,
    );
  } finally {
    next.close();
    before?.close();
  }
}

/**
 * Settles all marks for a version that is about to be published. So no reader sees a mark on data
 * that it does not cover. Returns a line for each lapse.
 */
export async function settleAtPublication(
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  next: Pick<NextVersion, 'version' | 'restated'>,
): Promise<string[]> {
  const { settleMarks } = registry;
  if (!settleMarks) return [];
  return withSources({ dataDir, ...next }, (sourcesOf, current) =>
    settleMarks(markRules(next, current, sourcesOf)),
  );
}

/**
 * Settles all marks for a batch of several machines, whose shards read the sources. Returns a line
 * for each lapse.
 */
export async function settleInBatch(
  { dataDir, registry }: Pick<RunOptions, 'dataDir' | 'registry'>,
  next: Pick<NextVersion, 'version' | 'restated'> & {
    readonly sources: Readonly<Record<string, MarkSources>>;
  },
): Promise<string[]> {
  const { settleMarks } = registry;
  if (!settleMarks) return [];
  const sources = new Map(Object.entries(next.sources));
  return settleMarks(markRules(next, currentVersion(dataDir), (id) => sources.get(id) ?? null));
}

/**
 * Reads the sources of the accounts of a shard that have a badge of the track record, or may get
 * one.
 */
export function readMarkSources(
  next: Pick<NextVersion, 'dataDir' | 'version'>,
  registered: readonly RegistryAccount[],
): Promise<Record<string, MarkSources>> {
  return withSources(next, (sourcesOf) => {
    const found: Record<string, MarkSources> = {};
    for (const account of registered) {
      const sources = sourcesOf(markedId(account));
      const isMarked = account.confirmed.track_record !== null || account.broker_since !== null;
      if (isMarked || isAllFromBroker(sources.now)) found[markedId(account)] = sources;
    }
    return found;
  });
}

const firstCoverage = (
  mark: string,
  version: string,
  sources: readonly SourceName[],
): Coverage | null => (sources.length === 0 ? null : { mark, version, sources, lapse: null });

const markedId = ({ type, slug, account_id }: RegistryAccount): string =>
  type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');

/** Returns why a mark lapses, or null. */
function lapseOf(
  covered: readonly SourceName[],
  all: readonly SourceName[],
  now: readonly SourceName[],
  kinds: readonly string[],
): string | null {
  const isRestated = kinds.some((kind) => ofData.includes(kind));
  const worst = Math.max(...covered.map(rankOf));
  const lesser = now.find((name) => rankOf(name) > worst);
  if (lesser !== undefined)
    return `the account now has data from ${lesser}, which is less trusted than the data it covers`;
  if (!isRestated) return null;
  const cause = all.find((name) => !covered.includes(name) || !trusted.includes(name));
  return cause === undefined
    ? null
    : `days that it covers changed, and data from ${cause} may be the cause`;
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
