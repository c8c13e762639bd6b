import type { DataDirectory } from '../base/data-directory.ts';
import { differencesBetween } from '../publish/snapshot/differences.ts';
import { portfolioId } from '../publish/snapshot/layout.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../publish/snapshot/reader.ts';
import type { ChangedData, Coverage, DecideMark } from '../registry/marks.ts';
import { markText } from '../registry/rows.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { lapseReason } from './lapse-of-mark.ts';
import { type MarkedData, markedData, restatedData } from './marked-data.ts';
import type { RunOptions } from './run-options.ts';

interface NextVersion {
  readonly dataDir: DataDirectory;
  /** Version that is about to be published. */
  readonly version: string;
  /** Kinds of restatements in it, by account or portfolio. */
  readonly restated: Readonly<Record<string, readonly string[]>>;
}

/** Data of an account as marks see it, in the version in service and in the next one. */
export interface MarkSources {
  readonly before: MarkedData | null;
  readonly now: MarkedData | null;
  /** Kinds of data of which published days changed. */
  readonly restated: readonly string[];
}

/**
 * Returns the rules for marks at the publication of a version. An account without sources keeps
 * what it has: nothing of it changed.
 */
function markRules(
  version: string,
  current: string | null,
  sourcesOf: (id: string) => MarkSources | null,
): DecideMark {
  return (account, coverage) => {
    const sources = sourcesOf(markedId(account));
    if (sources === null) return { coverage, isFromBroker: account.broker_since !== null };
    const { before, now } = sources;
    const mark = account.confirmed.track_record;
    const isFromBroker = isAllFromBroker(now);
    if (mark === null) return { coverage: null, isFromBroker };
    const [covered, of] = before ? [before, current] : [now, version];
    const base = coverage ?? firstCoverage(markText(mark), of ?? version, covered);
    if (base === null) return { coverage: null, isFromBroker };
    const lapse = lapseReason(base.sources, sources);
    return { coverage: { ...base, lapse }, isFromBroker };
  };
}

/**
 * Tells whether there are trades or bookings, and nobody but the broker is a source of anything.
 */
const isAllFromBroker = (data: MarkedData | null): boolean =>
  data !== null &&
  Object.values(data.sources).every((names) => names.every((name) => name === 'broker_api'));

/**
 * Calls `work` with a function that reads the data of an account, in the version in service and
 * in the next one. Versions are opened when it is called first.
 */
async function withSources<Result>(
  { dataDir, version, restated }: NextVersion,
  work: (
    sourcesOf: (id: string) => MarkSources,
    current: string | null,
  ) => Promise<Result> | Result,
): Promise<Result> {
  const current = currentVersion(dataDir);
  const opened = new Map<string, Snapshot>();
  const dataOf = (name: string, id: string) => {
    const snapshot = opened.get(name) ?? openSnapshot(dataDir, name);
    opened.set(name, snapshot);
    return { data: markedData(snapshot, id), snapshot };
  };
  try {
    return await work((id) => {
      const now = dataOf(version, id);
      return {
        before: current === null ? null : dataOf(current, id).data,
        now: now.data,
        restated: restatedData(now.snapshot, id, restated[id] ?? []),
      };
    }, current);
  } finally {
    for (const snapshot of opened.values()) snapshot.close();
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
    settleMarks(markRules(next.version, current, sourcesOf), {
      current,
      next: next.version,
      changed: () => changedData({ dataDir, ...next }, current),
    }),
  );
}

/** Finds the accounts and portfolios of which the rules of marks see other data than before. */
function changedData(
  { dataDir, version, restated }: NextVersion,
  current: string | null,
): ChangedData {
  const changed = new Set(Object.keys(restated));
  if (current !== null && current !== version) {
    for (const { before, now } of differencesBetween(dataDir, current, version)) {
      const [earlier, later] = [before, now].map((entry) => entry?.parts.data_sources?.[3]);
      if (earlier !== later) changed.add(now?.id ?? before?.id ?? '');
    }
  }
  const prefix = portfolioId('');
  const isPortfolio = (id: string) => id.startsWith(prefix);
  return {
    accounts: [...changed].filter((id) => !isPortfolio(id)),
    portfolios: [...changed].filter(isPortfolio).map((id) => id.slice(prefix.length)),
  };
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
  const { version, restated } = next;
  const sources = new Map(Object.entries(next.sources));
  const current = currentVersion(dataDir);
  return settleMarks(
    markRules(version, current, (id) => sources.get(id) ?? null),
    { current, next: version, changed: () => changedData({ dataDir, version, restated }, current) },
  );
}

/**
 * Reads the sources of the accounts of a shard that have a badge of the track record, or may get
 * one.
 */
export function readMarkSources(
  next: NextVersion,
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
  covered: MarkedData | null,
): Coverage | null => covered && { mark, version, sources: covered.sources, lapse: null };

const markedId = ({ type, slug, account_id }: RegistryAccount): string =>
  type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
