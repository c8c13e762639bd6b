import type { DataDirectory } from '../base/data-directory.ts';
import { differencesBetween } from '../publish/snapshot/differences.ts';
import { portfolioId } from '../publish/snapshot/layout.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot, type StoredSnapshot } from '../publish/snapshot/reader.ts';
import type { ChangedData, DecideMark } from '../registry/marks.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { markedId, publicationRules, rollbackRules, type Versions } from './mark-rules.ts';
import { markedData, restatedData } from './marked-data.ts';
import type { RunOptions } from './run-options.ts';

/** Registry with the marks, and data directory with the versions. */
type Settling = Pick<RunOptions, 'dataDir' | 'registry'>;

/** Kinds of restatements in a version, by account or portfolio. */
type Restated = Readonly<Record<string, readonly string[]>>;

/**
 * Settles all marks for a version that is about to be published. So no reader sees a mark on data
 * that it does not cover. Returns a line for each lapse.
 */
export const settleAtPublication = (
  settling: Settling,
  { version, restated }: { readonly version: string; readonly restated: Restated },
): Promise<string[]> =>
  settle(settling, version, restated, (versions, open) =>
    publicationRules(versions, (account) => {
      const id = markedId(account);
      const days = decidingDays(account);
      const { current } = versions;
      const before = current === null || days === null ? null : markedData(open(current), id, days);
      // A mark that was given since the last run covers the days up to this one.
      const newest = before?.days.newest?.day ?? [];
      return {
        before,
        now: markedData(open(version), id, days?.concat(newest) ?? null),
        restated: restatedData(open(version), id, restated[id] ?? []),
      };
    }),
  );

/** Settles all marks for an earlier version that is about to be put in service again. */
export async function settleAtRollback(settling: Settling, version: string): Promise<void> {
  await settle(settling, version, {}, (versions, open) =>
    rollbackRules(versions, (account) =>
      markedData(open(version), markedId(account), decidingDays(account)),
    ),
  );
}

async function settle(
  { dataDir, registry }: Settling,
  next: string,
  restated: Restated,
  rulesFor: (versions: Versions, open: (version: string) => StoredSnapshot) => DecideMark,
): Promise<string[]> {
  const current = currentVersion(dataDir);
  const stored = new StoredVersions(dataDir);
  const dataIn = (version: string | null, id: string) =>
    (version === null ? null : stored.find(version))?.entry(id)?.data ?? '';
  const rules = rulesFor({ current, next, dataIn }, (version) => stored.open(version));
  try {
    const changed = () => changedData(dataDir, { current, next }, restated);
    return (await registry.settleMarks?.(rules, { current, next, changed })) ?? [];
  } finally {
    stored.close();
  }
}

/** Versions that are opened when they are needed. */
class StoredVersions {
  readonly #dataDir: DataDirectory;
  readonly #opened = new Map<string, StoredSnapshot | null>();

  constructor(dataDir: DataDirectory) {
    this.#dataDir = dataDir;
  }

  open(version: string): StoredSnapshot {
    const opened = this.#opened.get(version) ?? openSnapshot(this.#dataDir, version);
    this.#opened.set(version, opened);
    return opened;
  }

  /** Returns null for a version that is not stored here. */
  find(version: string): StoredSnapshot | null {
    if (this.#opened.get(version) === null) return null;
    try {
      return this.open(version);
    } catch {
      this.#opened.set(version, null);
      return null;
    }
  }

  close(): void {
    for (const opened of this.#opened.values()) opened?.close();
  }
}

/** Days whose details decide about the mark of an account; null without a mark. */
const decidingDays = ({ confirmed, settlements }: RegistryAccount): string[] | null =>
  confirmed.track_record && settlements.flatMap(({ coverage }) => coverage?.newest?.day ?? []);

/** Finds the accounts and portfolios of which the rules of marks see other data than before. */
function changedData(
  dataDir: DataDirectory,
  { current, next }: Pick<Versions, 'current' | 'next'>,
  restated: Restated,
): ChangedData {
  const changed = new Set(Object.keys(restated));
  if (current !== null && current !== next) {
    for (const { before, now } of differencesBetween(dataDir, current, next)) {
      if (before?.data !== now?.data) changed.add((now ?? before)?.identity.id ?? '');
    }
  }
  const prefix = portfolioId('');
  const isPortfolio = (id: string) => id.startsWith(prefix);
  return {
    accounts: [...changed].filter((id) => !isPortfolio(id)),
    portfolios: [...changed].filter(isPortfolio).map((id) => id.slice(prefix.length)),
  };
}
