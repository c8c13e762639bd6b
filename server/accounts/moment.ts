import type { Caller } from '../callers/callers.ts';
import type { Decisions, LiveRegistry } from '../callers/live-registry.ts';
import { ApiError } from '../http/errors.ts';
import { memoize } from '../http/memory.ts';
import { type AccountPages, createAccountPages } from './account-pages.ts';
import type { Site } from './attribution.ts';
import type { OpenLists } from './lists/open-lists.ts';
import type { OpenVersion, PinnedOpenVersion, SnapshotHolder } from './open-version.ts';
import { type Sources, type View, type Viewer, viewOf } from './view.ts';

/**
 * Owners' decisions and the version in service at one moment, with a cache of what was computed
 * from both. The version stays open until the moment is disposed of.
 */
export interface Moment extends Disposable {
  readonly decisions: Decisions;
  /** Version in service; throws a 503 before the first one. */
  readonly version: OpenVersion;
  /**
   * Returns a viewer's view of an account. For strangers, private and unknown slugs throw the same
   * 404.
   */
  view(slug: string, viewer: Viewer): Promise<View>;
  /**
   * Yields the view in the versions before it that are kept, newest first, as of these decisions.
   * Each view can be read until the next is taken.
   */
  earlierViews(slug: string, viewer: Viewer): AsyncIterable<ListedView>;
  /** Pages of accounts, each built once. */
  readonly pages: AccountPages;
}

/** A view with the lists of its version. */
interface ListedView {
  readonly view: View;
  readonly lists: OpenLists;
}

export interface Moments {
  /**
   * Returns the current moment; for a caller with a key, the moment at which the key was checked.
   */
  take(caller: Caller): Promise<Moment>;
  /**
   * Returns the last moment taken, without pinning its version. Null if it has other decisions, or
   * if its version is no longer in service.
   */
  last(decisions: Decisions): Moment | null;
}

interface MomentsOptions {
  readonly liveRegistry: LiveRegistry;
  readonly snapshots: SnapshotHolder;
  readonly site: () => Site;
}

/** Creates a source of moments, with a new moment only after a decision or a publication. */
export function createMoments({ liveRegistry, snapshots, site }: MomentsOptions): Moments {
  let cached: { moment: Moment; decisions: Decisions; version: OpenVersion | null } | undefined;
  const cachedFor = (decisions: Decisions, version: OpenVersion | null): Moment | null =>
    cached?.decisions === decisions && cached.version === version ? cached.moment : null;
  return {
    last: (decisions) => cachedFor(decisions, snapshots.current()),
    async take(caller) {
      const decisions = caller.kind === 'key' ? caller.decisions : await liveRegistry.decisions();
      const version = snapshots.take();
      const known = cachedFor(decisions, version);
      if (known !== null) return known;
      const moment = version
        ? momentOf(decisions, version, site())
        : momentWithout(decisions, snapshots);
      cached = { moment, decisions, version };
      return moment;
    },
  };
}

function momentOf(decisions: Decisions, version: PinnedOpenVersion, site: Site): Moment {
  const sources: Sources = { decisions, snapshot: version.snapshot, site };
  const find = memoize(
    ({ slug, viewer }: { slug: string; viewer: Viewer }) => findView(slug, viewer, sources),
    ({ slug, viewer: { isOwner, hasLink, mustCredit } }) =>
      `${isOwner} ${hasLink === true} ${mustCredit} ${slug}`,
  );
  return {
    decisions,
    version,
    async view(slug, viewer) {
      const view = await find({ slug, viewer });
      if (view === null) throw new ApiError('not_found');
      return view;
    },
    async *earlierViews(slug, viewer) {
      for (const { snapshot, lists } of version.earlier()) {
        const view = await findView(slug, viewer, { ...sources, snapshot });
        if (view !== null) yield { view, lists };
      }
    },
    pages: createAccountPages(sources),
    [Symbol.dispose]: () => version[Symbol.dispose](),
  };
}

async function findView(slug: string, viewer: Viewer, sources: Sources): Promise<View | null> {
  const { decisions } = sources;
  const hasLink = viewer.hasLink === true;
  const found = await (viewer.isOwner || hasLink
    ? decisions.findAccount(slug)
    : decisions.findPublished(slug));
  if (found === null) return null;
  const account = hasLink ? { ...found, published: true } : found;
  const isPortfolio = account.type === 'portfolio';
  const siblings = isPortfolio ? await decisions.accountsOfOwner(account.owner) : [];
  return viewOf(account, siblings, viewer, sources);
}

/** Creates a moment for the time before the first version: it has only decisions. */
function momentWithout(decisions: Decisions, { missing }: Pick<SnapshotHolder, 'missing'>): Moment {
  const nothing = (): never => {
    throw missing();
  };
  return {
    decisions,
    get version() {
      return nothing();
    },
    view: async () => nothing(),
    earlierViews: () => nothing(),
    pages: { page: async () => nothing() },
    [Symbol.dispose]: () => {},
  };
}
